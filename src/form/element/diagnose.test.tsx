import { afterEach, expect, it, vi } from 'vitest'
import { diagnose } from './diagnose.ts'
import { allAttributes } from './form-option-names.ts'

afterEach(() => vi.unstubAllGlobals())

const aForm = {
  partner: undefined,
  version: '1.0.0',
  others: [],
  element: document.createElement('voter-registration'),
  attributes: allAttributes,
  root: null,
}

/** Returns the ids of the failed checks for a form without a style sheet, whose root changes meanwhile. */
async function problemsOf(happen: (root: HTMLElement) => void): Promise<string[]> {
  // jsdom does not have it.
  vi.stubGlobal('isSecureContext', true)
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  const found = diagnose({ ...aForm, apiBase: undefined, root })
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
    const options = { ...aForm, apiBase: 'https://bff.example' }
    return (await diagnose(options)).checks.find(({ id }) => id === 'prefill')
  }
  expect(await diagnosed({}, 'prefill-from-url="first_name"')).toMatchObject({ ok: false })
  expect(await diagnosed({ prefill_off: [] }, 'prefill-from-url="first_name"')).toMatchObject({ ok: true })
  expect(await diagnosed({}, '')).toMatchObject({ ok: true })
})

it('names each attribute that has no effect: as a mistake where it can be nobody else’s', async () => {
  vi.stubGlobal('isSecureContext', true)
  const attributesOf = async (html: string) => {
    document.body.innerHTML = html
    const element = document.querySelector('voter-registration') ?? document.body
    return (await diagnose({ ...aForm, apiBase: undefined, element })).checks.find(({ id }) => id === 'attributes')
  }
  expect(await attributesOf('<voter-registration api-base="/" locale="es">')).toMatchObject({
    ok: true,
    text: 'Every attribute is one that the form knows.',
  })
  const tag = '<script type="text/plain" data-api-base="/" data-turbo-track="reload" data-bff="/" '
  expect(await attributesOf(`${tag}></script><voter-registration>`)).toMatchObject({
    ok: true,
    text: 'The form does not read data-turbo-track, which is right if other scripts do.',
  })
  expect(await attributesOf(`${tag} data-headng-level="3"></script><voter-registration>`)).toMatchObject({
    ok: false,
    text: 'data-headng-level is not known, so it is left out. Use data-heading-level. The form does not read data-turbo-track, which is right if other scripts do.',
  })
})
