/** A voter fills in the form step by step, and reviews what they typed. */
import { render, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { type ComponentProps, createRef } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { anAnswer, aRequest } from '../../contract/testing/samples.ts'
import { aUser } from '../testing/a-user.ts'
import { createFakeBff, type FakeBff, json } from '../testing/fake-bff.ts'
import type { Prefill, VoterRegistrationHandle } from './options.ts'
import { VoterRegistration } from './react/voter-registration.tsx'

const { sms_opt_in: _, ...person } = aRequest() as Prefill & { sms_opt_in: true }

async function show(bff: FakeBff, props: Partial<ComponentProps<typeof VoterRegistration>> = {}) {
  const user = aUser()
  const view = render(
    <VoterRegistration apiBase="https://bff.example" fetch={bff.fetch} locale="en" layout="steps" {...props} />,
  )
  await waitFor(() => expect(bff.requests.some(({ path }) => path.endsWith('/settings'))).toBe(true))
  await waitFor(() => expect(view.container.querySelector('[type=checkbox]')).not.toBeNull())
  return { user, root: view.container.querySelector('.vr-root') as HTMLElement }
}

const goOn = (user: UserEvent) => user.click(screen.getByRole('button', { name: /^(Next|Continue)$/ }))
const at = (root: HTMLElement, step: string) => waitFor(() => expect(root.dataset.formStep).toBe(step))
const heading = (name: string) => screen.findByRole('heading', { name })

/** Goes to the review, with everything prefilled except the checkbox. */
async function toReview(user: UserEvent, root: HTMLElement) {
  for (const step of ['name', 'address', 'contact']) {
    await goOn(user)
    await at(root, step)
  }
  await goOn(user)
  await at(root, 'review')
  await user.click(screen.getByRole('checkbox', { name: /I agree/ }))
}

describe('the form in steps', () => {
  it('starts with state and ZIP code, shows progress, focuses each step’s heading, and says nothing twice', async () => {
    const onStep = vi.fn()
    const { user, root } = await show(createFakeBff(), { prefill: person, onStep })
    await heading('Step 1 of 5: State and ZIP code')
    expect(document.activeElement).toBe(document.body)
    expect(screen.getByLabelText('State')).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'First name' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
    await goOn(user)
    expect(await heading('Step 2 of 5: Name and birth')).toBe(document.activeElement)
    expect(screen.getByRole('status').textContent).toBe('')
    expect(screen.getByRole('textbox', { name: 'First name' })).toBeTruthy()
    expect(screen.queryByRole('combobox', { name: 'State' })).toBeNull()
    await goOn(user)
    await at(root, 'address')
    expect(onStep.mock.calls.map(([{ step, number, total }]) => [step, number, total])).toEqual([
      ['name', 2, 5],
      ['address', 3, 5],
    ])
    expect(JSON.stringify(onStep.mock.calls)).not.toMatch(/Ada|Sample|Boston|02108/)
  })

  it('shows each step’s own errors, and none at other steps', async () => {
    const onInvalid = vi.fn()
    const { user, root } = await show(createFakeBff(), { prefill: { state: 'MA' }, onInvalid })
    await goOn(user)
    await heading('There is a problem')
    const summary = root.querySelector('.vr-summary') as HTMLElement
    await waitFor(() => expect(document.activeElement).toBe(summary))
    expect(within(summary).getAllByRole('link')).toHaveLength(1)
    await user.click(within(summary).getByRole('link', { name: 'Enter your ZIP code' }))
    expect(document.activeElement).toBe(screen.getByLabelText('ZIP code'))
    expect(onInvalid.mock.calls.map(([{ fields, rules }]) => [fields, rules])).toEqual([
      [['zipcode'], ['zipcode:zipcodeMissing']],
    ])
    await user.type(screen.getByLabelText('ZIP code'), '02108')
    await goOn(user)
    await at(root, 'name')
    expect(root.querySelector('.vr-summary')).toBeNull()
    await user.click(screen.getByRole('textbox', { name: 'First name' }))
    await user.tab()
    expect(root.querySelector('.vr-error')).toBeNull()
  })

  it('goes back and forth without losing input', async () => {
    const { user, root } = await show(createFakeBff(), { prefill: { state: 'MA', zipcode: '02108' } })
    await goOn(user)
    await at(root, 'name')
    await user.type(screen.getByRole('textbox', { name: 'First name' }), 'Grace')
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await at(root, 'state')
    expect(await heading('Step 1 of 5: State and ZIP code')).toBe(document.activeElement)
    expect(screen.getByLabelText<HTMLSelectElement>('State').value).toBe('MA')
    await goOn(user)
    await at(root, 'name')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value).toBe('Grace')
  })

  it('shows the input before it is sent; "Change" opens its group (WCAG 3.3.4)', async () => {
    const bff = createFakeBff({ registrations: [() => json(anAnswer())] })
    const { user, root } = await show(bff, { prefill: { ...person, title: 'Ms', phone: '+16175551234' } })
    await toReview(user, root)
    expect(await heading('Step 5 of 5: Check your answers')).toBeDefined()
    expect(screen.getByRole('status').textContent).toMatch(/^Nothing is sent yet/)
    const answers = [...root.querySelectorAll('.vr-review .vr-fact')].map((one) =>
      [...one.children].map((part) => part.textContent).join(': '),
    )
    expect(answers).toEqual([
      'State: Massachusetts',
      'ZIP code: 02108',
      'Title: Ms',
      'First name: Ada',
      'Last name: Sample',
      'Date of birth: April 12, 1990',
      'Street address: 10 Test Street',
      'City: Boston',
      'Email: ada@example.org',
      'Phone: +16175551234',
    ])
    // The consent wording comes before the button that sends (R-A13).
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /I agree/ }).checked).toBe(true)
    expect(root.querySelector('.vr-consent')?.closest('[hidden]')).toBeNull()
    expect(bff.registrations()).toEqual([])

    await user.click(screen.getByRole('button', { name: 'Change Address' }))
    await at(root, 'address')
    const city = screen.getByLabelText('City')
    await user.clear(city)
    await user.type(city, 'Quincy')
    await goOn(user)
    await at(root, 'review')
    await goOn(user)
    await waitFor(() => expect(root.dataset.step).toBe('answer'))
    expect(bff.registrations().map(({ body }) => JSON.parse(body))).toEqual([
      expect.objectContaining({ city: 'Quincy', first_name: 'Ada', sms_opt_in: true }),
    ])
  })

  it('opens the first step with a service error, then the next one', async () => {
    const refusal = () =>
      json({ email: ['Enter a valid email address.'], first_name: ['This field may not be blank.'] }, 400)
    const bff = createFakeBff({ registrations: [refusal, () => json(anAnswer())] })
    const { user, root } = await show(bff, { prefill: person })
    await toReview(user, root)
    await goOn(user)
    await at(root, 'name')
    const links = () => [...root.querySelectorAll('.vr-summary a')].map((link) => link.textContent)
    expect(links()).toEqual(['Enter your first name'])
    await user.type(screen.getByRole('textbox', { name: 'First name' }), 'x')
    await goOn(user)
    await at(root, 'address')
    expect(links()).toEqual([])
    await goOn(user)
    await at(root, 'contact')
    expect(links()).toEqual(['Enter an email address in the format name@example.com'])
    await goOn(user)
    await at(root, 'review')
    await goOn(user)
    await waitFor(() => expect(root.dataset.step).toBe('answer'))
  })

  it('asks for a title when the state changes to Tennessee after the name, and sends nothing without', async () => {
    const bff = createFakeBff()
    const { user, root } = await show(bff, { prefill: person })
    await toReview(user, root)
    await user.click(screen.getByRole('button', { name: 'Change State and ZIP code' }))
    await at(root, 'state')
    await user.selectOptions(screen.getByLabelText('State'), 'TN')
    await goOn(user)
    await at(root, 'review')
    await goOn(user)
    await at(root, 'name')
    expect(root.querySelector('.vr-summary')?.textContent).toContain('Choose a title. Tennessee requires one')
    expect(bff.registrations()).toEqual([])
  })

  it('asks for consent once, at the review, by one button with the name that the wording quotes', async () => {
    const { user, root } = await show(createFakeBff(), { prefill: person })
    for (const step of ['name', 'address', 'contact', 'review']) {
      expect(screen.queryByRole('checkbox')).toBeNull()
      expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
      await goOn(user)
      await at(root, step)
    }
    expect(screen.getByRole('checkbox', { name: /I agree/ })).toBeDefined()
    expect(screen.getAllByRole('button', { name: 'Continue' })).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
    expect(screen.getByText('Sends your answers to Sample Vote Service. Your state comes next.')).toBeDefined()
  })

  it('applies a double click to one step only', async () => {
    const { user, root } = await show(createFakeBff(), { prefill: { state: 'MA', zipcode: '02108' } })
    await user.dblClick(screen.getByRole('button', { name: /^(Next|Continue)$/ }))
    await at(root, 'name')
    expect(root.querySelector('.vr-summary')).toBeNull()
  })

  it('restarts at the first step, empty, when it is reset; the page can focus a field of any step', async () => {
    const ref = createRef<VoterRegistrationHandle>()
    const { user, root } = await show(createFakeBff(), { ref })
    await user.selectOptions(screen.getByLabelText('State'), 'MA')
    ref.current?.focus({ field: 'city' })
    await at(root, 'address')
    // The step's heading takes it first.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('City')))
    await user.type(screen.getByLabelText('City'), 'Boston')
    ref.current?.reset()
    await at(root, 'state')
    expect(screen.getByLabelText<HTMLSelectElement>('State').value).toBe('')
    expect(root.querySelector<HTMLInputElement>('[name=city]')?.value).toBe('')
  })
})

describe('a review on one page', () => {
  it('appears when the page enables it, and "Change" opens the first field of its group', async () => {
    const bff = createFakeBff({ registrations: [() => json(anAnswer())] })
    const { user, root } = await show(bff, { prefill: person, layout: 'page', review: true })
    expect(screen.queryByRole('checkbox')).toBeNull()
    await goOn(user)
    await at(root, 'review')
    await user.click(screen.getByRole('checkbox', { name: /I agree/ }))
    await user.click(screen.getByRole('button', { name: 'Change Name and birth' }))
    await at(root, 'page')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('First name')))
    await goOn(user)
    await at(root, 'review')
    await goOn(user)
    await waitFor(() => expect(root.dataset.step).toBe('answer'))
    expect(bff.registrations()).toHaveLength(1)
  })

  it('can be left out of the steps', async () => {
    const bff = createFakeBff({ registrations: [() => json(anAnswer())] })
    const { user, root } = await show(bff, { prefill: person, review: false })
    for (const step of ['name', 'address', 'contact']) {
      await goOn(user)
      await at(root, step)
    }
    await user.click(screen.getByRole('checkbox', { name: /I agree/ }))
    await goOn(user)
    await waitFor(() => expect(root.dataset.step).toBe('answer'))
  })
})

it.each(['steps', 'page'] as const)(
  'a voter who sees a mistake in the answer corrects it and resends under another key: %s',
  async (layout) => {
    const bff = createFakeBff({ registrations: [() => json(anAnswer()), () => json(anAnswer())] })
    const { user, root } = await show(bff, { prefill: person, layout })
    if (layout === 'steps') await toReview(user, root)
    else await user.click(screen.getByRole('checkbox', { name: /I agree/ }))
    await goOn(user)
    const correct = await screen.findByRole('button', { name: 'Correct something and send again' })
    const meaning = document.getElementById(correct.getAttribute('aria-describedby') ?? '')
    expect(meaning?.textContent).toBe('Your information is then sent a second time.')
    await user.click(correct)
    await waitFor(() => expect(root.dataset.step).toBe('form'))
    if (layout === 'steps') {
      await at(root, 'review')
      await user.click(screen.getByRole('button', { name: 'Change Address' }))
    }
    const city = screen.getByLabelText<HTMLInputElement>('City')
    expect(city.value).toBe('Boston')
    await user.clear(city)
    await user.type(city, 'Quincy')
    await goOn(user)
    if (layout === 'steps') {
      await at(root, 'review')
      await goOn(user)
    }
    await waitFor(() => expect(root.dataset.step).toBe('answer'))
    const sent = bff.registrations()
    expect(sent.map(({ body }) => JSON.parse(body).city)).toEqual(['Boston', 'Quincy'])
    const keys = sent.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(new Set(keys).size).toBe(2)
  },
)

it('the Enter key of a phone moves from line to line, and from the last one to the next step', async () => {
  const { root } = await show(createFakeBff(), { prefill: { state: 'MA' } })
  const hints = () =>
    [...root.querySelectorAll<HTMLInputElement>('.vr-group:not([hidden]) .vr-input')].map((line) => line.enterKeyHint)
  expect(hints()).toEqual(['go'])
})
