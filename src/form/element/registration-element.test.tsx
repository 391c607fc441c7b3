/** The element keeps what is drawn, and what was typed into it, until its program takes it over. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { problemCodes } from '../../contract/bff-api.ts'
import { formErrors, hasDiagnosis } from '../widget/flow/flow-reducer.ts'
import { MountedForm } from './program/mounted-form.tsx'
import { type CreateForm, RegistrationElement } from './registration-element.ts'

/** The element with a program that the test holds. */
class TestElement extends RegistrationElement {
  static load = (): Promise<CreateForm> => Promise.reject(new Error('no network'))

  protected override loadForm(): Promise<CreateForm> {
    return TestElement.load()
  }

  protected override loadDiagnose() {
    return import('./diagnose.ts')
  }
}
const createForm: CreateForm = (options) => new MountedForm(options, () => ({}))
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
  RegistrationElement.createForm = undefined
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('the element retries when an option changes, and keeps input', async () => {
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

it('the element draws nothing that loads after it was removed', async () => {
  let answer = (_response: Response) => {}
  const fetchSpy = vi.fn<(url: string) => Promise<Response>>((url) =>
    url.includes('first-screen')
      ? new Promise((resolve) => {
          answer = resolve
        })
      : Promise.reject(new Error('no network')),
  )
  vi.stubGlobal('fetch', fetchSpy)
  vi.spyOn(TestElement, 'load').mockReturnValue(new Promise(() => undefined))
  const element = anElement({ locale: 'es' })
  await expect.poll(() => fetchSpy.mock.calls.some(([url]) => url.includes('first-screen.es.json'))).toBe(true)
  element.remove()
  await Promise.resolve()
  const { createFirstScreens } = await import('./first-screen/render.tsx')
  const screens = vi.fn(() => createFirstScreens('es'))
  answer(Object.assign(Response.json({}), { json: () => Promise.resolve(screens()) }))
  await expect.poll(() => screens.mock.calls.length).toBe(1)
  expect(firstName(element) ?? null).toBeNull()
})

it('the element has the appearance that the page sets while the form loads, however often it changes', async () => {
  let start = (_program: CreateForm) => {}
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
  start(createForm)
  await expect.poll(() => element.status).not.toBe('loading')
  expect(rootOf()).toBe(drawn)
  expect(drawn?.style.getPropertyValue('--vr-color-primary')).toBe('#c8102e')
  expect(drawn?.dataset.theme).toBe('dark')
  element.setAttribute('theme', 'light')
  await expect.poll(() => drawn?.dataset.theme).toBe('light')
})

it.each([
  ['keeps input', {}, 'Ada'],
  ['keeps input with kiosk="false"', { kiosk: 'false' }, 'Ada'],
  ['keeps no input on a shared device', { kiosk: '' }, ''],
] as const)('the element $0 if it is moved before the main script has loaded', async (_what, attributes, kept) => {
  const { createFirstScreens } = await import('./first-screen/render.tsx')
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(createFirstScreens('en'))))
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

/** An element into whose shadow root the page's HTML has written the first screen, with a first name that is being typed. */
async function aWrittenForm(attributes: Record<string, string>) {
  const { createFirstScreens } = await import('./first-screen/render.tsx')
  const { renderStatic } = await import('./first-screen/render-static.ts')
  const { page } = createFirstScreens('es').screens
  if (page === undefined) throw new Error('There is no such screen.')
  const root = renderStatic(page, { instanceId: 'vre', action: '/form', headingLevel: 2, root: {}, tokens: {} })
  const element = new TestElement()
  for (const [name, value] of Object.entries({ 'api-base': 'https://bff.example', ...attributes })) {
    element.setAttribute(name, value)
  }
  element.attachShadow({ mode: 'open' }).append(root)
  const field = firstName(element)
  if (!field) throw new Error('Nothing was drawn.')
  field.value = 'Ada'
  document.body.append(element)
  field.focus()
  field.setSelectionRange(1, 1)
  return element
}

describe('a form in the HTML of the page, which nothing replaces', () => {
  it.each([
    ['in a language whose first screen cannot be loaded', { locale: 'es' }],
    ['in steps', { layout: 'steps' }],
    ['with a review', { review: '' }],
    ['with texts of the page', { messages: '{}' }],
  ])('is hydrated with its input, focus and caret: %s', async (_what, attributes) => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')))
    vi.spyOn(TestElement, 'load').mockResolvedValue(createForm)
    const element = await aWrittenForm(attributes)
    const before = firstName(element)
    await expect.poll(() => element.status).not.toBe('loading')
    const now = firstName(element)
    expect(now).not.toBe(before)
    expect(now?.value).toBe('Ada')
    expect(element.shadowRoot?.activeElement).toBe(now)
    expect(now?.selectionStart).toBe(1)
    expect(element.shadowRoot?.querySelectorAll('form')).toHaveLength(1)
  })

  it('keeps no input on a shared device', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')))
    vi.spyOn(TestElement, 'load').mockResolvedValue(createForm)
    const element = await aWrittenForm({ kiosk: '' })
    await expect.poll(() => element.status).not.toBe('loading')
    expect(firstName(element)?.value ?? '').toBe('')
  })

  it('stays as it is without the main script', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')))
    vi.spyOn(TestElement, 'load').mockRejectedValue(new Error('no network'))
    const element = await aWrittenForm({ locale: 'es' })
    const before = firstName(element)
    await expect.poll(() => element.status).toBe('error')
    expect(firstName(element)).toBe(before)
    expect(element.shadowRoot?.activeElement).toBe(before)
  })
})

it.each([
  ['layout=" steps "', { layout: ' steps ' }, {}],
  ['heading-level="2.5"', { 'heading-level': '2.5' }, {}],
  ['kiosk=" false "', { kiosk: ' false ' }, {}],
  ['locale-from-url="yes"', { 'locale-from-url': 'yes' }, {}],
  ['languages="none"', { languages: 'none' }, {}],
  ['localeFromUrl = false', {}, { localeFromUrl: false }],
])('the first screen has the nodes that the main script hydrates: %s', async (_name, attributes, properties) => {
  const { createFirstScreens } = await import('./first-screen/render.tsx')
  history.replaceState(null, '', '?locale=es')
  vi.stubGlobal('fetch', (url: string) =>
    url.includes('first-screen')
      ? Promise.resolve(Response.json(createFirstScreens(url.includes('.es.') ? 'es' : 'en')))
      : Promise.reject(new Error('no network')),
  )
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  let start = (_program: CreateForm) => {}
  vi.spyOn(TestElement, 'load').mockReturnValue(
    new Promise((resolve) => {
      start = resolve
    }),
  )
  const element = Object.assign(anElement(attributes), properties)
  await expect.poll(() => firstName(element) ?? element.shadowRoot?.querySelector('form')).toBeTruthy()
  const form = element.shadowRoot?.querySelector('form')
  expect(form?.getAttribute('autocomplete')).toBe('on')
  start(createForm)
  await expect.poll(() => element.status).not.toBe('loading')
  expect(warn.mock.calls.flat().filter((text) => String(text).includes('rendered again'))).toEqual([])
  expect(element.shadowRoot?.querySelector('form')).toBe(form)
  history.replaceState(null, '', '?')
})

it('the element can explain errors that the page’s own site causes, and not those of the service', () => {
  expect([...problemCodes, ...Object.keys(formErrors)].filter(hasDiagnosis)).toEqual([
    'upgrade_required',
    'partner_unknown',
    'settings_unavailable',
  ])
})

it('the element reports a missing api-base and a form that cannot load with the messages of the form', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(TestElement, 'load').mockRejectedValue(new Error('blocked'))
  const heard: unknown[] = []
  const onError = (event: Event) => {
    const { code, message } = (event as CustomEvent<{ code: string; message: string }>).detail
    heard.push([code, message])
  }
  document.addEventListener('vr-error', onError)
  const element = anElement()
  await expect.poll(() => heard).toEqual([['unsupported', formErrors.unsupported]])
  element.remove()
  document.body.append(Object.assign(document.createElement(element.localName)))
  await expect.poll(() => heard[1]).toEqual(['misconfigured', formErrors.misconfigured])
  document.removeEventListener('vr-error', onError)
})

it('the element points to ?vr-diagnose when the settings cannot be loaded', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')))
  vi.spyOn(TestElement, 'load').mockResolvedValue(createForm)
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  anElement()
  await expect
    .poll(() => warn.mock.calls.flat().join(' '))
    .toContain(`${formErrors.settings_unavailable} Open this page with ?vr-diagnose`)
})
