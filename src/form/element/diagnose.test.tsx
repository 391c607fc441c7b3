import { afterEach, expect, it, vi } from 'vitest'
import { diagnose } from './diagnose.ts'

afterEach(() => vi.unstubAllGlobals())

/** Returns the ids of the failed checks for a form without a style sheet, whose root changes meanwhile. */
async function problemsOf(happen: (root: HTMLElement) => void): Promise<string[]> {
  // jsdom does not have it.
  vi.stubGlobal('isSecureContext', true)
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  const found = diagnose({ apiBase: undefined, partner: undefined, version: '1.0.0', others: [], root })
  happen(root)
  return (await found).checks.filter(({ ok }) => !ok).map(({ id }) => id)
}

it('misses the style sheet of a form on the page, and not of one that gave way to something else meanwhile', async () => {
  expect(await problemsOf(() => undefined)).toContain('look')
  expect(await problemsOf((root) => root.remove())).not.toContain('look')
})

it('names a page that fills in fields where nobody has decided about states that may forbid it', async () => {
  const diagnosed = async (settings: object, attribute: string) => {
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('fetch', async () => Response.json(settings, { headers: { 'Content-Type': 'application/json' } }))
    document.body.innerHTML = `<voter-registration ${attribute}></voter-registration>`
    const options = { apiBase: 'https://bff.example', partner: undefined, version: '1.0.0', others: [], root: null }
    return (await diagnose(options)).checks.find(({ id }) => id === 'prefill')
  }
  expect(await diagnosed({}, 'prefill-from-url="first_name"')).toMatchObject({ ok: false })
  expect(await diagnosed({ prefill_off: [] }, 'prefill-from-url="first_name"')).toMatchObject({ ok: true })
  expect(await diagnosed({}, '')).toMatchObject({ ok: true })
})
