/** The element keeps what is drawn, and what was typed into it, until its program takes it over. */
import { afterEach, expect, it, vi } from 'vitest'
import type * as diagnosing from './diagnose.ts'
import type { FormProgram } from './form-host.ts'
import { RegistrationElement } from './registration-element.ts'

/** The element with a program that the test holds. */
class TestElement extends RegistrationElement {
  static load = (): Promise<FormProgram> => Promise.reject(new Error('no network'))

  protected override loadProgram(): Promise<FormProgram> {
    return TestElement.load()
  }

  protected override hasProgram(): boolean {
    return false
  }

  protected override loadDiagnose(): Promise<typeof diagnosing> {
    return import('./diagnose.ts')
  }
}
customElements.define('test-registration', TestElement)

function anElement(attributes: Record<string, string> = {}): TestElement {
  const element = new TestElement()
  for (const [name, value] of Object.entries({ 'api-base': 'https://bff.example', locale: 'en', ...attributes })) {
    element.setAttribute(name, value)
  }
  document.body.append(element)
  return element
}

const firstName = (element: Element) => element.shadowRoot?.querySelector<HTMLInputElement>('[name=firstName]')

afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('tries again when an option changes, and keeps what was typed meanwhile', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const element = anElement()
  await expect.poll(() => element.status).toBe('error')
  const field = firstName(element)
  if (!field) throw new Error('Nothing was drawn.')
  field.value = 'Ada'
  const again = vi.spyOn(TestElement, 'load')
  element.setAttribute('partner', 'river-city')
  await expect.poll(() => again.mock.calls.length).toBe(1)
  await expect.poll(() => element.status).toBe('error')
  expect(firstName(element)).toBe(field)
  expect(field.value).toBe('Ada')
})

it('draws nothing that comes after it was taken away', async () => {
  let answer = (_response: Response) => {}
  const asked = vi.fn<(url: string) => Promise<Response>>((url) =>
    url.includes('first-screen')
      ? new Promise((resolve) => {
          answer = resolve
        })
      : Promise.reject(new Error('no network')),
  )
  vi.stubGlobal('fetch', asked)
  vi.spyOn(TestElement, 'load').mockReturnValue(new Promise(() => undefined))
  const element = anElement({ locale: 'es' })
  await expect.poll(() => asked.mock.calls.some(([url]) => url.includes('first-screen.es.json'))).toBe(true)
  element.remove()
  await Promise.resolve()
  const { firstScreens } = await import('./first-screen/render.tsx')
  const screens = vi.fn(() => firstScreens('es'))
  answer(Object.assign(Response.json({}), { json: () => Promise.resolve(screens()) }))
  await expect.poll(() => screens.mock.calls.length).toBe(1)
  expect(firstName(element) ?? null).toBeNull()
})

it('has the look that the page wants by then, however often it has changed since the form was drawn', async () => {
  const { importedProgram } = await import('./program/imported-program.ts')
  let start = (_program: FormProgram) => {}
  vi.spyOn(TestElement, 'load').mockReturnValue(
    new Promise((resolve) => {
      start = resolve
    }),
  )
  const variables = (color: string) => JSON.stringify({ variables: { 'color-primary': color } })
  const element = anElement({ appearance: variables('#0b6b3a'), theme: 'light' })
  const rootOf = () => element.shadowRoot?.querySelector<HTMLElement>('[data-step]')
  await expect.poll(rootOf).toBeDefined()
  const drawn = rootOf()
  element.setAttribute('appearance', variables('#c8102e'))
  element.setAttribute('theme', 'dark')
  start(importedProgram)
  await expect.poll(() => element.status).not.toBe('loading')
  expect(rootOf()).toBe(drawn)
  expect(drawn?.style.getPropertyValue('--vr-color-primary')).toBe('#c8102e')
  expect(drawn?.dataset.theme).toBe('dark')
  element.setAttribute('theme', 'light')
  await expect.poll(() => drawn?.dataset.theme).toBe('light')
})

it.each([
  ['keeps what was typed', {}, 'Ada'],
  ['keeps nothing on a device of many voters', { kiosk: '' }, ''],
] as const)('taken away and put back before its program is there, %s', async (_what, attributes, kept) => {
  const { firstScreens } = await import('./first-screen/render.tsx')
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(firstScreens('en'))))
  vi.spyOn(TestElement, 'load').mockReturnValue(new Promise(() => undefined))
  const element = anElement({ ...attributes })
  await expect.poll(() => firstName(element)).toBeTruthy()
  const field = firstName(element)
  if (!field) throw new Error('Nothing was drawn.')
  field.value = 'Ada'
  element.remove()
  await Promise.resolve()
  document.body.append(element)
  await expect.poll(() => firstName(element)?.value).toBe(kept)
  expect(element.shadowRoot?.querySelectorAll('form')).toHaveLength(1)
})
