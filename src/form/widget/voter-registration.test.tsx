import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { type ComponentProps, createRef, Profiler, StrictMode } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { bffHeaders, ourEnglishWordings } from '../../contract/bff-api.ts'
import { anAnswer, aSealedButton, aWording, theSettings } from '../../contract/testing/samples.ts'
import { ar } from '../locales/ar.ts'
import { aUser, fillField, getDescriptions } from '../testing/a-user.ts'
import { aProblem, createFakeBff, type FakeBff, json } from '../testing/fake-bff.ts'
import { type FormErrorCode, getErrorMessage } from './flow/flow-reducer.ts'
import type { VoterRegistrationHandle } from './options.ts'
import { VoterRegistration } from './react/voter-registration.tsx'
import { version } from './version.ts'

const apiBase = 'https://bff.example/api'

/** The form on a page, after its wording is loaded. */
async function show(bff: FakeBff, props: Partial<ComponentProps<typeof VoterRegistration>> = {}) {
  const user = aUser()
  const view = render(<VoterRegistration apiBase={apiBase} fetch={bff.fetch} locale="en" {...props} />)
  await screen.findAllByRole('checkbox')
  return { user, view, root: view.container.querySelector('.vr-root') as HTMLElement }
}

/** Fills in the required fields. */
async function fill(user: UserEvent) {
  const entered = {
    'First name': ' Ada ',
    'Last name': 'Sample',
    Month: '4',
    Day: '12',
    Year: '1990',
    Email: 'ada@example.org',
    'Street address': '10 Test Street',
    City: 'Boston',
    State: 'MA',
    'ZIP code': '02108',
  }
  for (const [label, value] of Object.entries(entered)) fillField(getField(label), value)
  await user.click(screen.getByRole('checkbox', { name: /I agree/ }))
}

/** Opens the form, fills it in and sends it; waits until the form is at `nextStep`. */
async function register(bff: FakeBff, nextStep: string, props: Parameters<typeof show>[1] = {}) {
  const shown = await show(bff, props)
  await fill(shown.user)
  await shown.user.click(send())
  await until(shown.root, nextStep)
  return shown
}

/** Hands in a clock for the rest of the test, which also runs by itself; returns what lets so many milliseconds pass. */
function aClock(): (ms: number) => Promise<unknown> {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  return (ms) => act(() => vi.advanceTimersByTimeAsync(ms))
}

const send = () => screen.getByRole('button', { name: 'Continue' })
const getField = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const sentKeys = (bff: FakeBff) => bff.registrations().map(({ headers }) => headers.get(bffHeaders.idempotencyKey))
const firstRequest = (bff: FakeBff): unknown => JSON.parse(bff.registrations()[0]?.body ?? '')
const step = (root: HTMLElement) => root.dataset.step
const until = (root: HTMLElement, wanted: string) => waitFor(() => expect(step(root)).toBe(wanted))

describe('a voter who registers', () => {
  it('sees form, sending, answer, and nothing else; exactly the request is sent (R-A51)', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const bff = createFakeBff({ registrations: [() => held.then(() => json(anAnswer()))] })
    const { user, root } = await show(bff)
    expect(step(root)).toBe('form')
    await fill(user)
    await user.type(screen.getByLabelText(/^Phone/), '(617) 555-1234')
    await user.click(send())
    await until(root, 'sending')
    expect(screen.getByRole('heading', { name: /Sending/ })).toBe(document.activeElement)
    expect(screen.getByRole('status').textContent).toMatch(/^Sending … – This usually takes/)
    expect(screen.queryByRole('form')).toBeNull()
    expect(screen.queryAllByRole('button')).toEqual([])
    release()
    await until(root, 'answer')
    expect(document.activeElement?.hasAttribute('data-focus')).toBe(true)
    const [sent, ...more] = bff.registrations()
    expect(more).toEqual([])
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      first_name: 'Ada',
      last_name: 'Sample',
      date_of_birth: '1990-04-12',
      email: 'ada@example.org',
      phone: '+16175551234',
      address1: '10 Test Street',
      city: 'Boston',
      state: 'MA',
      zipcode: '02108',
      sms_opt_in: true,
    })
    expect(sent?.headers.get(bffHeaders.consentVersion)).toBe('en-test-1')
    expect(sent?.headers.get(bffHeaders.idempotencyKey)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  })

  it('sends once, however often the button is clicked', async () => {
    const bff = createFakeBff({ registrations: [() => new Promise(() => {})] })
    const { user, root } = await show(bff)
    await fill(user)
    const button = send()
    act(() => {
      for (let click = 0; click < 20; click++) button.click()
    })
    await until(root, 'sending')
    expect(bff.registrations()).toHaveLength(1)
  })

  it('sends with the Enter key from any field', async () => {
    const bff = createFakeBff()
    const { user, root } = await show(bff)
    await fill(user)
    await user.type(screen.getByLabelText('City'), '{Enter}')
    await until(root, 'answer')
    expect(bff.registrations()).toHaveLength(1)
  })

  it("agrees to the partner's own messages only by ticking their own checkbox (R-A47, R-A48)", async () => {
    const bff = createFakeBff()
    const { user, root } = await show(bff)
    const boxes = screen.getAllByRole('checkbox')
    expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([false, false])
    await fill(user)
    await user.click(screen.getByRole('checkbox', { name: /may text me/ }))
    // Text messages are impossible without a number.
    await user.click(send())
    await screen.findByRole('link', { name: /^Enter a phone number to get text messages/ })
    expect(bff.registrations()).toEqual([])
    await user.type(screen.getByLabelText(/^Phone/), '617 555 1234')
    await user.click(send())
    await until(root, 'answer')
    expect(firstRequest(bff)).toMatchObject({
      sms_opt_in_subscriber: true,
      phone: '+16175551234',
    })
    // The messages that follow, from whom, and how to stop them.
    expect(screen.getByText(/emails from Sample Vote Service.*unsubscribe/)).toBeDefined()
    expect(screen.getByText(/text messages from Sample Vote Service.*STOP/)).toBeDefined()
    expect(screen.getByText(/text messages from Sample Partner: Sample Alerts, at most 4 a month.*STOP/)).toBeDefined()
  })

  it('reads at the phone field what the number is for', async () => {
    await show(createFakeBff())
    expect(getDescriptions(getField(/^Phone/))).toContain('Only for text messages.')
  })

  it('without a phone number reads nothing about text messages', async () => {
    await register(createFakeBff(), 'answer')
    expect(screen.getByText(/emails from Sample Vote Service/)).toBeDefined()
    expect(screen.queryByText(/STOP/)).toBeNull()
  })

  it('is not offered the partner program if the page or the BFF turns it off', async () => {
    await show(createFakeBff(), { subscriberOptIn: false })
    expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  })
})

describe('a voter who leaves the page', () => {
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

  it('is asked by the browser while input would be lost, and only then', async () => {
    const { user, root } = await show(createFakeBff())
    expect(isAsked()).toBe(false)
    await fill(user)
    expect(isAsked()).toBe(true)
    await user.click(send())
    await until(root, 'answer')
    await waitFor(() => expect(isAsked()).toBe(false))
  })

  it('is not asked on a shared device', async () => {
    const { user } = await show(createFakeBff(), { kiosk: true })
    await user.type(screen.getByLabelText('City'), 'Boston')
    expect(isAsked()).toBe(false)
  })
})

describe('an incomplete form', () => {
  it('shows no error before it is sent', async () => {
    const { user } = await show(createFakeBff())
    await user.type(screen.getByLabelText('Email'), 'nonsense')
    await user.tab()
    await user.tab()
    expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(0)
    expect(screen.queryByText(/^There (is|are) .*problem/)).toBeNull()
  })

  it('keeps the focus of a voter who fixes it, however often the page renders', async () => {
    const bff = createFakeBff()
    const { user, view, root } = await show(bff, { prefill: { first_name: 'Ada' } })
    await user.click(send())
    await waitFor(() => expect(document.activeElement).toBe(root.querySelector('.vr-summary')))
    // The very first input, after the refusal: the form still notes that it was started.
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /I agree/ })
    box.focus()
    await user.keyboard(' ')
    expect(box.checked).toBe(true)
    expect(document.activeElement).toBe(box)
    const city = screen.getByLabelText('City')
    await user.type(city, 'Bos')
    view.rerender(<VoterRegistration apiBase={apiBase} fetch={bff.fetch} locale="en" prefill={{ first_name: 'Ada' }} />)
    expect(document.activeElement).toBe(city)
  })

  it('shows a summary that takes the focus, with a link from each entry to its field', async () => {
    const bff = createFakeBff()
    const { user, root } = await show(bff)
    await user.click(send())
    const heading = await screen.findByRole('heading', { name: 'There are 9 problems' })
    const summary = root.querySelector('.vr-summary') as HTMLElement
    await waitFor(() => expect(document.activeElement).toBe(summary))
    expect(heading.tagName).toBe('H2')
    expect(screen.getByRole('group', { name: 'There are 9 problems' })).toBe(summary)
    const links = within(summary).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual([
      'Choose your state',
      'Enter your ZIP code',
      'Enter your first name',
      'Enter your last name',
      'Enter your date of birth',
      'Enter your street address',
      'Enter your city',
      'Enter your email address',
      'Check the box to agree, or we can’t continue',
    ])
    for (const link of links) {
      await user.click(link)
      expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true')
      expect(getDescriptions(document.activeElement).join(' ')).toContain(link.textContent)
    }
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: /I agree/ }))
    expect(bff.registrations()).toEqual([])
  })

  it('describes each field by its hint or translation first, then by its error, as sentences', async () => {
    const wording = { en: aWording({ version: ourEnglishWordings[0] ?? '' }) }
    const bff = createFakeBff({ settings: () => json(theSettings({ wording })) })
    const { user } = await show(bff, { locale: 'ar', locales: [ar] })
    await user.click(screen.getByRole('button', { name: /Continue/ }))
    await screen.findByText(/^هناك/)
    const wrong = (text: string) => `${ar.summary.prefix} ${text}`
    const box = screen.getByRole('checkbox', { name: aWording().agree })
    expect(getDescriptions(box)).toEqual([ar.wording.agree, wrong(ar.errors.agreeMissing)])
    const street = screen.getByLabelText(ar.fields.address1)
    expect(getDescriptions(street)).toEqual([ar.hints.address1, wrong(ar.errors.address1Missing)])
  })

  it('validates a field again on blur after an error, not while the voter types', async () => {
    const { user } = await show(createFakeBff())
    await user.click(send())
    await screen.findByText(/^There (is|are) .*problem/)
    const field = screen.getByLabelText('First name')
    await user.type(field, 'Ada')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await user.tab()
    await waitFor(() => expect(field.hasAttribute('aria-invalid')).toBe(false))
  })
})

it('each later screen is announced by status, heading and lead: a moved focus may not be spoken (WCAG 4.1.3)', async () => {
  const { user, root } = await show(createFakeBff())
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('')
  await fill(user)
  await user.click(send())
  await until(root, 'answer')
  await waitFor(() => expect(status.textContent).toMatch(/^You’re not registered yet – Choose one of the two ways/))
  await user.click(screen.getByRole('button', { name: 'Clear this page and start over' }))
  await waitFor(() => expect(status.textContent).toBe(''))
})

it('the answer is announced with the state’s site that is down, in place of the notice’s own announcement', async () => {
  const button = aSealedButton({ site: { id: 'ma', up: false } })
  const { user, root } = await show(createFakeBff({ registrations: [() => json(anAnswer({ buttons: [button] }))] }))
  const status = screen.getByRole('status')
  await fill(user)
  await user.click(send())
  await until(root, 'answer')
  await waitFor(() => expect(status.textContent).toMatch(/register\.state\.example is not working right now\.$/))
})

it('Tennessee (R-A32, R-A33) politely removes Mx, offers no Mx, and asks for a title', async () => {
  const bff = createFakeBff()
  const { user, root } = await show(bff)
  await fill(user)
  const title = screen.getByLabelText(/^Title/)
  await user.selectOptions(title, 'Mx')
  await user.selectOptions(screen.getByLabelText('State'), 'TN')
  expect((title as HTMLSelectElement).value).toBe('')
  expect(within(title).queryByRole('option', { name: 'Mx' })).toBeNull()
  expect(screen.getByRole('status').textContent).toMatch(/Mx/)
  expect(title.getAttribute('aria-required')).toBe('true')
  await user.click(send())
  await screen.findByText(/^There (is|are) .*problem/)
  expect(bff.registrations()).toEqual([])
  await user.selectOptions(title, 'Mrs')
  await user.click(send())
  await until(root, 'answer')
  expect(firstRequest(bff)).toMatchObject({ title: 'Mrs', state: 'TN' })
})

describe('input help', () => {
  it('keeps five digits of a ZIP+4 and says so (R-A45)', async () => {
    const { user } = await show(createFakeBff())
    const field = screen.getByLabelText('ZIP code')
    await user.type(field, '78701-1234')
    await user.tab()
    await waitFor(() => expect((field as HTMLInputElement).value).toBe('78701'))
    expect(screen.getByRole('status').textContent).toMatch(/first five digits/)
    expect(screen.getAllByText(/first five digits/).length).toBeGreaterThan(1)
  })

  it('asks about an area code that is not in the table, and sends the number all the same (R-A40)', async () => {
    const bff = createFakeBff({ registrations: [() => json(anAnswer())] })
    const { user, root } = await show(bff)
    await fill(user)
    const phone = screen.getByLabelText(/^Phone/)
    await user.type(phone, '(634) 555-1234')
    await user.tab()
    const question = /Is 634 the right area code\?/
    expect(screen.getByRole('status').textContent).toMatch(question)
    expect(getDescriptions(phone).join(' ')).toMatch(question)
    expect(phone.getAttribute('aria-invalid')).toBeNull()
    await user.click(send())
    await until(root, 'answer')
    expect(firstRequest(bff)).toMatchObject({ phone: '+16345551234' })
  })

  const getDateParts = () => ['Month', 'Day', 'Year'].map((label) => getField(label).value)

  it.each([
    ['pasted into one of them', (user: UserEvent) => user.paste('1990-04-12')],
    [
      'typed into one of them, once the voter leaves',
      async (user: UserEvent) => {
        await user.keyboard('1990-04-12')
        await user.click(getField(/^Email/))
      },
    ],
  ])('fills all three parts from a date that is %s', async (_, enter) => {
    const { user } = await show(createFakeBff())
    await user.click(getField('Day'))
    await enter(user)
    expect(await screen.findAllByText('We read the date as April 12, 1990. Please check it.')).not.toEqual([])
    expect(getDateParts()).toEqual(['4', '12', '1990'])
  })

  it('fills nothing and asks if a pasted date is ambiguous', async () => {
    const language = vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-GB')
    onTestFinished(() => language.mockRestore())
    const { user } = await show(createFakeBff())
    await user.click(getField('Day'))
    await user.paste('12/04/1990')
    expect(getDateParts()).toEqual(['', '', ''])
    expect(screen.getAllByText(/can be read in two ways/).length).toBeGreaterThan(0)
  })

  it('asks about a year of birth that makes the voter a child, until the button is clicked again with it', async () => {
    const bff = createFakeBff()
    const { user } = await show(bff)
    const question = () => screen.queryAllByText(/Is the year of birth right/)
    const submit = () => user.click(screen.getByRole('button', { name: 'Continue' }))
    await fill(user)
    fillField(screen.getByLabelText('Year'), String(new Date().getFullYear() - 2))
    await submit()
    await waitFor(() => expect(question()).not.toEqual([]))
    // Another year that is as unlikely is asked about anew.
    fillField(screen.getByLabelText('Year'), String(new Date().getFullYear() - 3))
    await submit()
    expect(await screen.findAllByText(/Is the year of birth right/)).not.toEqual([])
    expect(bff.registrations()).toHaveLength(0)
    await submit()
    await waitFor(() => expect(bff.registrations()).toHaveLength(1))
  })
})

describe('an error from the service', () => {
  it('appears at its fields, unknown keys in the summary, with all values kept (R-A81 to R-A83)', async () => {
    const bff = createFakeBff({
      registrations: [
        () =>
          json(
            {
              email: ['Enter a valid email address.', 'This domain cannot receive mail.'],
              date_of_birth: ['Something about the date.'],
              non_field_errors: ['Tennesee does not allow a title of Mx.', 'Come back later.'],
              county: ['Not your county.'],
            },
            400,
          ),
        () => json(anAnswer()),
      ],
    })
    const { user, root } = await show(bff)
    await fill(user)
    await user.click(send())
    await screen.findByRole('heading', { name: 'There are 6 problems' })
    expect(step(root)).toBe('form')
    const summary = root.querySelector('.vr-summary') as HTMLElement
    await waitFor(() => expect(document.activeElement).toBe(summary))
    expect(
      within(summary)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      'Choose another title. Tennessee does not accept Mx',
      'Something about the date.',
      'Enter an email address in the format name@example.com',
      'This domain cannot receive mail.',
      'Come back later.',
      'county: Not your county.',
    ])
    const email = getField('Email')
    expect(email.value).toBe('ada@example.org')
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /I agree/ }).checked).toBe(true)
    // Leaving the field without a change does not make the service's error untrue.
    await user.click(email)
    await user.tab()
    expect(email.getAttribute('aria-invalid')).toBe('true')
    await user.click(send())
    await until(root, 'answer')
    const keys = sentKeys(bff)
    expect(new Set(keys).size).toBe(2)
  })

  it('is marked as English in a Spanish form', async () => {
    const bff = createFakeBff({ registrations: [() => json({ city: ['Unknown city.'] }, 400)] })
    const { user } = await show(bff, { locale: 'es-MX' })
    const entered = {
      Nombre: 'Ada',
      'Apellido(s)': 'Sample',
      Mes: '4',
      Día: '12',
      Año: '1990',
      'Correo electrónico': 'ada@example.org',
      'Calle y número': '10 Test Street',
      Ciudad: 'Boston',
      Estado: 'MA',
      'Código postal': '02108',
    }
    for (const [label, value] of Object.entries(entered)) fillField(getField(label), value)
    await user.click(screen.getByRole('checkbox', { name: /I agree/ }))
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    const shown = await screen.findAllByText('Unknown city.')
    expect(shown.map((element) => element.closest('[lang]')?.getAttribute('lang'))).toEqual(['en', 'en'])
    const poweredBy = screen.getByText(/Registration is powered by/)
    expect(poweredBy.closest('[lang]')?.getAttribute('lang')).toBe('en')
  })
})

describe('the consent wording', () => {
  it('is required: without it nothing is sent, and it can be requested again (R-A12, R-A13)', async () => {
    const answers = [() => aProblem(503), () => json(theSettings())]
    const bff = createFakeBff({ settings: () => (answers.shift() ?? (() => json(theSettings())))() })
    const user = aUser()
    render(<VoterRegistration apiBase={apiBase} fetch={bff.fetch} locale="en" />)
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.queryAllByRole('checkbox')).toEqual([])
    const hosted = screen.getAllByRole('link', { name: 'Register to vote (opens in a new tab)' })
    expect(hosted.map((one) => one.getAttribute('href'))).toEqual(Array(2).fill(`${apiBase}/form?locale=en`))
    await user.click(send())
    const link = await screen.findByRole('link', { name: /couldn’t load what you agree to/ })
    await user.click(link)
    expect(document.activeElement?.contains(again)).toBe(true)
    expect(bff.registrations()).toEqual([])
    await user.click(again)
    expect(await screen.findByRole('checkbox', { name: /I agree/ })).toBeDefined()
  })

  it('that fails to load on a shared device is not offered on another page, which would store input', async () => {
    const { fetch } = createFakeBff({ settings: () => aProblem(503) })
    render(<VoterRegistration apiBase={apiBase} fetch={fetch} locale="en" kiosk />)
    await screen.findByRole('button', { name: 'Try again' })
    expect(screen.queryByRole('link', { name: /Register to vote/ })).toBeNull()
  })

  it('that has changed meanwhile is shown and agreed to again, and everything else is kept', async () => {
    const settings = [theSettings(), theSettings({ wording: { en: aWording({ version: 'en-test-2' }) } })]
    const bff = createFakeBff({
      settings: () => json(settings.shift()),
      registrations: [() => aProblem(409, { code: 'consent_outdated', outcome: 'not_sent' }), () => json(anAnswer())],
    })
    const { user, root } = await show(bff)
    await fill(user)
    await user.click(send())
    await screen.findByRole('link', { name: /has changed/ })
    const box = await screen.findByRole('checkbox', { name: /I agree/ })
    expect((box as HTMLInputElement).checked).toBe(false)
    expect(getField('City').value).toBe('Boston')
    await user.click(box)
    await user.click(send())
    await until(root, 'answer')
    expect(bff.registrations().map(({ headers }) => headers.get(bffHeaders.consentVersion))).toEqual([
      'en-test-1',
      'en-test-2',
    ])
  })
})

describe('a form of an unknown partner', () => {
  const partnerUnknown = () => aProblem(404, { code: 'partner_unknown', outcome: 'not_sent' })

  it('says so in plain words, with the official site, and no reload', async () => {
    const onError = vi.fn()
    const { fetch } = createFakeBff({ settings: partnerUnknown })
    const official = 'https://official.example/'
    render(
      <VoterRegistration apiBase={apiBase} partner="rivver" officialUrl={official} fetch={fetch} onError={onError} />,
    )
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toContain('isn’t set up for this organization')
    expect(within(notice).getByRole('link').getAttribute('href')).toBe(official)
    expect(notice.textContent).not.toMatch(/reload|again/)
    expect(screen.queryByRole('textbox')).toBeNull()
    await waitFor(() => expect(onError.mock.calls).toMatchObject([[{ code: 'partner_unknown', retryable: false }]]))
  })

  it.each([
    ['partner_unknown', partnerUnknown],
    ['settings_unavailable', () => aProblem(503, { code: 'storage_unavailable', outcome: 'not_sent' })],
    ['upgrade_required', theSettings({ min_form_version: '99.0.0' })],
  ])('or with %s logs once what to check', async (code, settings) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const onError = vi.fn()
    render(<VoterRegistration apiBase={apiBase} fetch={createFakeBff({ settings }).fetch} onError={onError} />)
    await waitFor(() => expect(onError).toHaveBeenCalledOnce())
    const look = `Open ${apiBase}/settings, or run voter-registration-server check.`
    const { message } = onError.mock.calls[0]?.[0] ?? {}
    expect(message).toBe(getErrorMessage(code as FormErrorCode))
    expect(warn.mock.calls).toEqual([[`voter-registration: ${message} ${look}`]])
    warn.mockRestore()
  })

  it('that was removed during input sends nothing, and the official site is the only link', async () => {
    const { root } = await register(createFakeBff({ registrations: [partnerUnknown] }), 'not-sent')
    expect(root.textContent).toContain('isn’t set up for this organization')
    expect(screen.getByRole('link', { name: /official site/ })).toBeDefined()
    expect(screen.queryAllByRole('button')).toEqual([])
  })
})

describe('a form that the operator has retired', () => {
  const retired = () => createFakeBff({ settings: theSettings({ min_form_version: '99.0.0' }) })

  it('is replaced by where to register, and informs the page once', async () => {
    const onError = vi.fn()
    const onReady = vi.fn()
    render(<VoterRegistration apiBase={apiBase} fetch={retired().fetch} onError={onError} onReady={onReady} />)
    const notice = await screen.findByRole('alert')
    const link = within(notice).getByRole('link', { name: /official site/ })
    expect(link.getAttribute('href')).toBe('https://official.example/register/')
    expect(notice.textContent).not.toMatch(/reload|again/)
    expect(screen.queryByRole('textbox')).toBeNull()
    await waitFor(() => expect(onError.mock.calls).toMatchObject([[{ code: 'upgrade_required', retryable: false }]]))
    expect(onReady).not.toHaveBeenCalled()
  })

  it('shows the page’s own fallback, and says so by its handle', async () => {
    const handle = createRef<VoterRegistrationHandle>()
    render(<VoterRegistration ref={handle} apiBase={apiBase} fetch={retired().fetch} fallback={<p>By mail</p>} />)
    expect(await screen.findByText('By mail')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(handle.current?.status).toBe('error')
  })

  it.each(['0.0.1', version])('is not one with %s as the minimum version', async (least) => {
    const { root } = await show(createFakeBff({ settings: theSettings({ min_form_version: least }) }))
    expect(step(root)).toBe('form')
  })

  it('during input sends nothing, and the official site is the only link', async () => {
    const onError = vi.fn()
    const problem = {
      code: 'upgrade_required',
      outcome: 'not_sent',
      detail: 'Update the package.',
      reference: 'ref-0003',
    }
    const bff = createFakeBff({ registrations: [() => aProblem(409, problem)] })
    await register(bff, 'not-sent', { onError })
    expect(screen.getByRole('heading', { name: /was not sent/ })).toBe(document.activeElement)
    expect(screen.getByRole('link', { name: /official site/ })).toBeDefined()
    expect(screen.queryAllByRole('button')).toEqual([])
    const detail = { message: 'Update the package.', reference: 'ref-0003' }
    await waitFor(() => expect(onError.mock.calls).toMatchObject([[{ code: 'upgrade_required', ...detail }]]))
    expect(bff.registrations()[0]?.headers.get(bffHeaders.formVersion)).toBe(version)
  })
})

it.each([
  ['not-sent', () => aProblem(503, { outcome: 'not_sent', code: 'upstream_unreachable' })],
  ['outcome-unknown', () => aProblem(502, { outcome: 'unknown', code: 'upstream_unknown' })],
  ['answer', () => json(anAnswer())],
])('practice mode says on the screen "%s" that nobody is registered', async (last, answer) => {
  const settings = theSettings({ features: { subscriber_opt_in: false, sandbox: true } })
  const { user, root } = await show(createFakeBff({ settings, registrations: [answer] }))
  expect(screen.getByText(/practice form/)).toBeDefined()
  await fill(user)
  await user.click(send())
  await until(root, last)
  expect(screen.getByText(/nobody is (really )?registered/i)).toBeDefined()
})

describe('a registration without an answer', () => {
  it('was not sent: a retry uses the same key, and all input is kept', async () => {
    const bff = createFakeBff({
      registrations: [
        () => aProblem(503, { outcome: 'not_sent', code: 'upstream_unreachable' }),
        () => json(anAnswer()),
      ],
    })
    const { user, root } = await register(bff, 'not-sent')
    expect(screen.getByRole('link', { name: /official site/ }).getAttribute('href')).toBe(
      'https://official.example/register/',
    )
    await user.click(screen.getByRole('button', { name: 'Back to the form' }))
    expect(step(root)).toBe('form')
    expect(getField('First name').value).toBe(' Ada ')
    expect(getField('State').value).toBe('MA')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /I agree/ }).checked).toBe(true)
    await user.click(send())
    await until(root, 'answer')
    const keys = sentKeys(bff)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  it('was not sent and is changed before the next attempt: a new key', async () => {
    const bff = createFakeBff({ registrations: [() => aProblem(503, { outcome: 'not_sent' }), () => json(anAnswer())] })
    const { user, root } = await register(bff, 'not-sent')
    await user.click(screen.getByRole('button', { name: 'Back to the form' }))
    await user.type(screen.getByLabelText('City'), ' Harbor')
    await user.click(send())
    await until(root, 'answer')
    const keys = sentKeys(bff)
    expect(new Set(keys).size).toBe(2)
  })

  describe('from a busy service', () => {
    const busy = (seconds: number) => () =>
      aProblem(503, { code: 'overloaded', outcome: 'not_sent', retry_after: seconds })
    const stopName = 'Don’t send it for me'

    async function sent(registrations: NonNullable<Parameters<typeof createFakeBff>[0]>['registrations']) {
      const bff = createFakeBff({ registrations: registrations ?? [] })
      const { user, root } = await show(bff)
      await fill(user)
      await user.click(send())
      await waitFor(() => expect(bff.registrations().length).toBeGreaterThan(0))
      await waitFor(() => expect(step(root)).not.toBe('form'))
      return { bff, user, root }
    }

    it('counts down, announced once, and resends itself', async () => {
      const { bff, root } = await sent([busy(1), busy(1), () => json(anAnswer())])
      await until(root, 'not-sent')
      const status = screen.getByRole('status')
      const statuses = [status.textContent]
      const observer = new MutationObserver(() => statuses.push(status.textContent))
      observer.observe(status, { childList: true })
      await until(root, 'answer')
      observer.disconnect()
      // One text, since a second one at once would replace the first before it is announced.
      expect(statuses.filter((text) => /not sent|again for/.test(text ?? ''))).toEqual([
        'Your information was not sent – Many people are trying to register right now. We’ll send it again for you in 1 second.',
        'We’ll send it again for you in 1 second.',
      ])
      const keys = sentKeys(bff)
      expect(keys).toHaveLength(3)
      expect(new Set(keys).size).toBe(1)
    })

    it('is stopped by a button, which passes the focus to the retry button', async () => {
      const { bff, user } = await sent([busy(60), () => json(anAnswer())])
      await user.click(await screen.findByRole('button', { name: stopName }))
      const retry = screen.getByRole('button', { name: 'Try again' })
      expect(retry).toBe(document.activeElement)
      expect(screen.getByText('You can try again now.')).toBeDefined()
      expect(bff.registrations()).toHaveLength(1)
    })

    it('is resent immediately by the first button', async () => {
      const { bff, user, root } = await sent([busy(60), () => json(anAnswer())])
      const [first, ...others] = await screen.findAllByRole('button')
      expect(first?.textContent).toBe('Try now')
      expect(root.querySelectorAll('.vr-button-primary')).toHaveLength(1)
      expect(others.map(({ textContent }) => textContent)).toEqual(['Back to the form', stopName])
      await user.click(first as HTMLElement)
      await until(root, 'answer')
      expect(bff.registrations()).toHaveLength(2)
    })

    it('is not resent once the voter is back at the form', async () => {
      const letTimePass = aClock()
      const { bff, user, root } = await sent([busy(2)])
      await user.click(await screen.findByRole('button', { name: 'Back to the form' }))
      expect(step(root)).toBe('form')
      await letTimePass(2_500)
      expect(bff.registrations()).toHaveLength(1)
    })

    it('is tried three times, and again on request', async () => {
      const { bff, user } = await sent([busy(0.01)])
      const retry = await screen.findByRole('button', { name: 'Try again' })
      expect(bff.registrations()).toHaveLength(4)
      await waitFor(() => expect(retry.getAttribute('aria-disabled')).toBeNull())
      await user.click(retry)
      await waitFor(() => expect(bff.registrations()).toHaveLength(8))
    })

    it.each([
      ['a limit', () => aProblem(429, { code: 'rate_limited', outcome: 'not_sent', retry_after: 0.01 })],
      ['an answer of somebody else', () => new Response('busy', { status: 429, headers: { 'Retry-After': '0.01' } })],
      ['a refusal without a time', () => aProblem(503, { code: 'upstream_auth', outcome: 'not_sent' })],
    ])('is not resent automatically after %s', async (_, answer) => {
      const { bff } = await sent([answer])
      const retry = await screen.findByRole('button', { name: 'Try again' })
      expect(screen.queryByRole('button', { name: stopName })).toBeNull()
      await waitFor(() => expect(retry.getAttribute('aria-disabled')).toBeNull())
      expect(bff.registrations()).toHaveLength(1)
    })

    it('is never one that may have been sent', async () => {
      const letTimePass = aClock()
      const { bff, root } = await sent([() => aProblem(503, { outcome: 'unknown', retry_after: 0.01 })])
      await until(root, 'outcome-unknown')
      await letTimePass(600)
      expect(bff.registrations()).toHaveLength(1)
    })
  })

  it.each([
    ['upstream_busy', 'Many people are trying to register right now.'],
    ['upstream_unreachable', 'We couldn’t send it just now. You did nothing wrong.'],
  ])('was not sent, %s: the true reason is shown', async (code, reason) => {
    const unsent = () => aProblem(503, { code, outcome: 'not_sent', retry_after: 60 })
    await register(createFakeBff({ registrations: [unsent] }), 'not-sent')
    expect(screen.getByText(reason, { selector: 'p' })).toBeDefined()
  })

  it('was not sent because a phone number or email was used too often: says what to do', async () => {
    const limited = { code: 'rate_limited', outcome: 'not_sent', limit: 'phone_or_email', retry_after: 70_000 }
    const { user, root } = await register(createFakeBff({ registrations: [() => aProblem(429, limited)] }), 'not-sent')
    expect(
      screen.getByText(/phone number or email address was used here too many times today/, { selector: 'p' }),
    ).toBeDefined()
    expect(screen.getByText(/within 20 hours/)).toBeDefined()
    expect(screen.queryByText(/Many people|seconds/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Back to the form' }))
    expect(step(root)).toBe('form')
  })

  describe('with an unknown outcome', () => {
    const lost = () => Promise.reject(new TypeError('Failed to fetch'))
    const doubt = { code: 'upstream_unknown', outcome: 'unknown' }
    const inDoubt = () => aProblem(504, doubt)
    const known = () => aProblem(504, { ...doubt, replayed: true })

    /** A voter who asks for a second attempt; returns the keys in use, as letters. */
    async function secondAttempt(
      registrations: NonNullable<Parameters<typeof createFakeBff>[0]>['registrations'],
      end: string,
    ) {
      const bff = createFakeBff({ registrations: registrations ?? [] })
      const { user, root } = await register(bff, 'outcome-unknown')
      expect(screen.getByRole('link', { name: /official site/ })).toBeDefined()
      await user.click(screen.getByRole('button', { name: 'Send it again' }))
      expect(bff.registrations()).toHaveLength(1)
      await user.click(screen.getByRole('button', { name: 'Yes, send it again' }))
      await waitFor(() => expect(bff.registrations().length).toBeGreaterThan(1))
      await until(root, end)
      const keys = sentKeys(bff)
      const different = [...new Set(keys)]
      return keys.map((key) => 'abc'[different.indexOf(key)]).join('')
    }

    it('needs two decisions to resend, and asks for the first outcome', async () => {
      expect(await secondAttempt([lost, () => json(anAnswer())], 'answer')).toBe('aa')
    })

    it('gets a new key if the first outcome stays unknown', async () => {
      expect(await secondAttempt([inDoubt, known, () => json(anAnswer())], 'answer')).toBe('aab')
    })

    it.each([
      ['by the service', inDoubt, inDoubt],
      ['by the network', lost, lost],
      // The BFF has not looked up the key: it cannot know of the first attempt.
      ['by a storage that is away', lost, () => aProblem(503, { code: 'storage_unavailable', outcome: 'not_sent' })],
      ['by a limit', lost, () => aProblem(429, { code: 'rate_limited', outcome: 'not_sent' })],
    ])('is not tried a third time after a second one left unknown %s', async (_by, first, second) => {
      expect(await secondAttempt([first, second], 'outcome-unknown')).toBe('aa')
    })

    it('asks again after a second attempt under a new key', async () => {
      const busy = () => aProblem(503, { code: 'upstream_busy', outcome: 'not_sent' })
      expect(await secondAttempt([inDoubt, known, busy], 'outcome-unknown')).toBe('aab')
      cleanup()
      const bff = createFakeBff({ registrations: [inDoubt, known, busy, () => json(anAnswer())] })
      const { user, root } = await show(bff)
      await fill(user)
      await user.click(send())
      for (const _ of ['first', 'second']) {
        await until(root, 'outcome-unknown')
        await user.click(screen.getByRole('button', { name: 'Send it again' }))
        await user.click(screen.getByRole('button', { name: 'Yes, send it again' }))
        await waitFor(() => expect(step(root)).not.toBe('sending'))
      }
      await until(root, 'answer')
      const keys = sentKeys(bff)
      expect(keys[3]).toBe(keys[0])
    })

    it('keeps its key when the wording has changed', async () => {
      const changed = theSettings({ wording: { en: aWording({ version: 'en-test-2' }) } })
      const outdated = () => aProblem(409, { code: 'consent_outdated', outcome: 'not_sent' })
      let isChanged = false
      const bff = createFakeBff({
        settings: () => json(isChanged ? changed : theSettings()),
        registrations: [lost, outdated, () => json(anAnswer())],
      })
      const { user, root } = await register(bff, 'outcome-unknown')
      isChanged = true
      await user.click(screen.getByRole('button', { name: 'Send it again' }))
      await user.click(screen.getByRole('button', { name: 'Yes, send it again' }))
      await until(root, 'form')
      await user.click(await screen.findByRole('checkbox', { name: /I agree/, checked: false }))
      await user.click(send())
      await until(root, 'answer')
      const sent = bff.registrations()
      expect(sent.map(({ headers }) => headers.get(bffHeaders.consentVersion))).toEqual([
        'en-test-1',
        'en-test-1',
        'en-test-2',
      ])
      expect(new Set(sent.map(({ headers }) => headers.get(bffHeaders.idempotencyKey))).size).toBe(1)
    })

    it('says so when the BFF knows that nothing was sent', async () => {
      const busy = () => aProblem(503, { code: 'upstream_busy', outcome: 'not_sent' })
      expect(await secondAttempt([lost, busy], 'not-sent')).toBe('aa')
    })
  })
})

describe('the page around the form', () => {
  it('learns what happens, and never anything personal', async () => {
    const events: { name: string; detail: unknown }[] = []
    const tell = (name: string) => (detail: unknown) => {
      events.push({ name, detail })
    }
    const bff = createFakeBff({ registrations: [() => json({ city: ['Canarycity?'] }, 400), () => json(anAnswer())] })
    const { user, root } = await show(bff, {
      partner: 'acme',
      onReady: tell('ready'),
      onStart: tell('start'),
      onInvalid: tell('invalid'),
      onSubmit: tell('submit'),
      onResult: tell('result'),
      onError: tell('error'),
      onReset: tell('reset'),
    })
    await user.click(send())
    await screen.findByText(/^There (is|are) .*problem/)
    await fill(user)
    await user.click(send())
    await screen.findAllByText('Canarycity?')
    await user.click(send())
    await until(root, 'answer')
    expect(events.map(({ name }) => name)).toEqual([
      'ready',
      'invalid',
      'start',
      'submit',
      'invalid',
      'submit',
      'result',
    ])
    const invalidDetails = events.filter(({ name }) => name === 'invalid').map(({ detail }) => detail)
    expect(invalidDetails).toMatchObject([
      { source: 'client', seconds: expect.any(Number), rules: expect.arrayContaining(['first_name:firstNameMissing']) },
      { source: 'server', seconds: expect.any(Number), rules: ['city:other'], fields: ['city'] },
    ])
    expect(events.at(-1)?.detail).toMatchObject({
      state: 'MA',
      buttons: 2,
      partner: 'acme',
      version: expect.any(String),
    })
    const eventsText = JSON.stringify(events).toLowerCase()
    // Short values only count as whole words: the name of an instance is random.
    for (const canary of [/\bada\b/, /sample/, /1990-04/, /test street/, /boston/, /\b02108\b/, /canarycity/]) {
      expect(eventsText).not.toMatch(canary)
    }
  })

  it('can keep the form from sending, and can hide the state', async () => {
    const submits: unknown[] = []
    const bff = createFakeBff()
    const { user, root } = await show(bff, {
      reportState: false,
      onSubmit: (detail) => {
        submits.push(detail.state)
        detail.preventDefault()
      },
    })
    await fill(user)
    await user.click(send())
    await waitFor(() => expect(submits).toEqual([undefined]))
    expect(step(root)).toBe('form')
    expect(bff.registrations()).toEqual([])
  })

  it('fires onSubmit once and sends once when the button is clicked twice before the next screen', async () => {
    const bff = createFakeBff()
    const onSubmit = vi.fn()
    const { user } = await show(bff, { onSubmit })
    await fill(user)
    const button = send()
    act(() => {
      button.click()
      button.click()
    })
    await waitFor(() => expect(bff.registrations()).toHaveLength(1))
    expect(onSubmit).toHaveBeenCalledTimes(1)
  })

  it('can render again with new closures: nothing is fetched again, no input is lost', async () => {
    const bff = createFakeBff()
    const { user, view } = await show(bff)
    await user.type(screen.getByLabelText('City'), 'Bos')
    for (let round = 0; round < 5; round++) {
      view.rerender(
        <VoterRegistration
          apiBase={apiBase}
          fetch={(...given) => bff.fetch(...given)}
          locale="en"
          messages={{}}
          appearance={{}}
          onReady={() => {}}
        />,
      )
    }
    expect(getField('City').value).toBe('Bos')
    expect(bff.requests).toHaveLength(1)
  })

  it('makes one settings request in StrictMode, and is ready once', async () => {
    const bff = createFakeBff()
    const onReady = vi.fn()
    render(
      <StrictMode>
        <VoterRegistration apiBase={apiBase} fetch={bff.fetch} locale="en" onReady={onReady} />
      </StrictMode>,
    )
    await screen.findAllByRole('checkbox')
    expect(bff.requests).toHaveLength(1)
    expect(onReady).toHaveBeenCalledTimes(1)
  })

  it('keeps its focus when the form loads', async () => {
    await show(createFakeBff())
    expect(document.activeElement).toBe(document.body)
  })

  it('can focus, prefill and reset the form through the handle', async () => {
    const handle = createRef<VoterRegistrationHandle>()
    const bff = createFakeBff()
    const { user } = await show(bff, { ref: handle, prefill: { city: 'Salem', zipcode: '01970-1234', state: 'ma' } })
    const city = getField('City')
    expect(city.value).toBe('Salem')
    expect(getField('ZIP code').value).toBe('01970')
    expect(getField('State').value).toBe('MA')
    expect(handle.current?.status).toBe('form')
    act(() => handle.current?.focus({ field: 'date_of_birth' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Month'))
    await user.type(screen.getByLabelText('First name'), 'Ada')
    act(() => handle.current?.setPrefill({ first_name: 'Eve', last_name: 'Sample', city: 'Lynn' }))
    expect(getField('First name').value).toBe('Ada')
    expect(getField('Last name').value).toBe('Sample')
    expect(city.value).toBe('Lynn')
    act(() => handle.current?.reset())
    expect(getField('First name').value).toBe('')
    expect(getField('City').value).toBe('Salem')
  })

  it('can have several forms: their ids and autofill sections differ', async () => {
    const bff = createFakeBff()
    const first = render(<VoterRegistration apiBase={apiBase} fetch={bff.fetch} locale="en" />)
    const second = render(
      <>
        <VoterRegistration apiBase={apiBase} fetch={bff.fetch} locale="en" />
        <VoterRegistration apiBase={apiBase} fetch={bff.fetch} locale="en" />
      </>,
    )
    await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(6))
    const ids = [first, second].flatMap(({ container }) =>
      [...container.querySelectorAll('[id]')].map((element) => element.id),
    )
    expect(new Set(ids).size).toBe(ids.length)
    const sections = [...document.querySelectorAll('[autocomplete~="given-name"]')].map((field) =>
      field.getAttribute('autocomplete'),
    )
    expect(new Set(sections).size).toBe(3)
  })
})

it('a keystroke renders only its own field', async () => {
  const bff = createFakeBff()
  const onRender = vi.fn()
  const user = aUser()
  render(
    <Profiler id="form" onRender={onRender}>
      <VoterRegistration apiBase={apiBase} fetch={bff.fetch} locale="en" />
    </Profiler>,
  )
  await screen.findAllByRole('checkbox')
  await user.type(screen.getByLabelText('First name'), 'A')
  onRender.mockClear()
  await user.type(screen.getByLabelText('First name'), 'da Sample the third')
  await user.type(screen.getByLabelText('City'), 'Boston')
  await user.type(screen.getByLabelText('Email'), 'ada@example.org')
  expect(onRender).not.toHaveBeenCalled()
})
