import { afterEach, expect, it, vi } from 'vitest'
import { diagnose } from './diagnose.ts'
import { formOptions } from './options.ts'

afterEach(() => vi.unstubAllGlobals())

const aForm = {
  partner: undefined,
  version: '1.0.0',
  otherVersions: [],
  element: document.createElement('voter-registration'),
  attributes: Object.keys(formOptions),
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

it('diagnose reports a form without its style sheet, and ignores one that the page has replaced meanwhile', async () => {
  expect(await problemsOf(() => undefined)).toContain('look')
  expect(await problemsOf((root) => root.remove())).not.toContain('look')
})

it('diagnose names each attribute of the element that no option has, and none of a library', async () => {
  vi.stubGlobal('isSecureContext', true)
  const attributesOf = async (html: string) => {
    document.body.innerHTML = html
    const element = document.querySelector('voter-registration') ?? document.body
    return (await diagnose({ ...aForm, apiBase: undefined, element })).checks.find(({ id }) => id === 'attributes')
  }
  expect(await attributesOf('<voter-registration api-base="/" locale="es" data-turbo-track="reload">')).toMatchObject({
    ok: true,
  })
  expect(await attributesOf('<voter-registration headng-level="3">')).toMatchObject({
    ok: false,
    text: 'The form does not know headng-level. The script tag in the documentation has every attribute.',
  })
})
