import { render, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { aStateFact, theStateFacts } from '../../../contract/testing/civic-samples.ts'
import { aPrefill, theSettings } from '../../../contract/testing/samples.ts'
import { aUser } from '../../testing/a-user.ts'
import { aProblem, createFakeBff, type FakeBff, json, type Responder } from '../../testing/fake-bff.ts'
import { VoterRegistration } from '../react/voter-registration.tsx'
import { manyFacts, regionFacts } from './facts.examples.tsx'

const withFacts = (sandbox = false) =>
  theSettings({ features: { subscriber_opt_in: false, sandbox, state_facts: true } })

const answering: Responder = ({ search }) => json(search === '' ? manyFacts : regionFacts)

/** A BFF with facts. */
const aBff = (states: Responder = answering) => createFakeBff({ settings: withFacts(), states })

/** The requests about states. */
const askedOf = (bff: FakeBff) =>
  bff.requests.filter(({ path }) => path.includes('/states')).map(({ path, search }) => path + search)

async function show(bff: FakeBff, props: Partial<ComponentProps<typeof VoterRegistration>> = {}) {
  const user = aUser()
  render(<VoterRegistration apiBase="https://bff.example" fetch={bff.fetch} locale="en" {...props} />)
  await screen.findAllByRole('checkbox')
  return user
}

const choose = (user: UserEvent, code: string) => user.selectOptions(screen.getByLabelText('State'), code)
const panel = (name = /Registering in Illinois/) => screen.findByRole('region', { name })
const fact = (slug: string) => document.querySelector(`[data-fact="${slug}"]`)?.textContent ?? ''

it('a form without facts on the BFF requests none, and does not mention them', async () => {
  const bff = createFakeBff()
  const user = await show(bff, { prefill: { state: 'IL', zipcode: '02108', date_of_birth: '2012-04-12' } })
  await choose(user, 'TN')
  await user.tab()
  expect(askedOf(bff)).toEqual([])
  expect(document.querySelector('.vr-facts-slot')).toBeNull()
})

describe('a voter who chooses a state', () => {
  it('sees its facts below the fields: warnings first, with footnotes (R-C20) and dates', async () => {
    const bff = aBff()
    const user = await show(bff)
    expect(askedOf(bff)).toEqual([])
    await choose(user, 'IL')
    const shown = await panel()
    expect(askedOf(bff)).toEqual(['/states/IL'])
    const slugs = [...shown.querySelectorAll('[data-fact]')].map((one) => one.getAttribute('data-fact'))
    expect(slugs[0]).toBe('alerts_registration')
    // The three most important facts are visible; the others are for voters who ask for more.
    const more = shown.querySelector('details')
    expect(more?.open).toBe(false)
    expect(more?.querySelector('summary')?.textContent).toBe('More about registering in Illinois')
    const inMore = [...(more?.querySelectorAll('[data-fact]') ?? [])].map((one) => one.getAttribute('data-fact'))
    expect(slugs.filter((slug) => !inMore.includes(slug))).toEqual([
      'alerts_registration',
      'registration_deadline_mail',
      'id_laws_online_registration',
      'gov_tool_verify',
    ])
    expect(fact('registration_deadline_in_person')).toContain('28 days before Election Day')
    expect(fact('registration_deadline_in_person')).toContain('Note: Later at some offices.')
    expect(fact('sdr_locations')).toContain('Ask the clerk.')
    expect(fact('has_sdr_election_day')).toContain('Yes')
    expect(fact('registration_methods')).toMatch(/In person.*By mail/)
    expect(shown.textContent).toContain('As of March 3, 2026.')
    expect(shown.textContent).toContain('not legal advice')
    const check = within(shown).getByRole('link', { name: /Check your registration on state\.example/ })
    expect(check.getAttribute('href')).toBe('https://state.example/check/')
    expect(check.getAttribute('target')).toBe('_blank')
    const zipcode = screen.getByLabelText('ZIP code')
    expect(zipcode.compareDocumentPosition(shown) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
  })

  it('gets Markdown as safely as in the answer', async () => {
    const text = 'Bring **ID**. <img src=x onerror=alert(1)> [no](javascript:alert(1)) ![pic](https://x.example/p.png)'
    const facts = theStateFacts({ facts: [aStateFact('alerts_registration', text, { footnotes: text })] })
    const user = await show(aBff(() => json(facts)))
    await choose(user, 'IL')
    const shown = await panel()
    await waitFor(() => expect(shown.querySelectorAll('strong')).toHaveLength(2))
    expect(shown.querySelector('img, script, [onerror]')).toBeNull()
    expect(within(shown).queryByRole('link')).toBeNull()
  })

  it('reads when facts are old, and that the sandbox has sample data', async () => {
    const settings = withFacts(true)
    const bff = createFakeBff({ settings, states: () => json(theStateFacts({ stale: true })) })
    const user = await show(bff)
    await choose(user, 'IL')
    const shown = await panel()
    expect(shown.textContent).toContain('As of March 3, 2026.')
    expect(shown.textContent).toContain('There may be newer information')
    expect(shown.textContent).toContain('Sample data for practice')
  })

  it('reads an option and a field unknown to us in the service’s own text (R-C13)', async () => {
    const facts = theStateFacts({
      facts: [aStateFact('registration_methods', '', { value: { is: 'options', options: ['carrier_pigeon'] } })],
    })
    const user = await show(
      aBff(() => json(facts)),
      { locale: 'es' },
    )
    await user.selectOptions(screen.getByLabelText('Estado'), 'IL')
    await panel(/Registrarse en Illinois/)
    const option = screen.getByText('carrier pigeon')
    expect(option.lang).toBe('en')
  })

  it('sees the next state’s facts when they choose another one, and none without a state', async () => {
    const bff = aBff(({ path }) =>
      json(path.endsWith('/IL') ? manyFacts : { ...theStateFacts({ state: 'OH', name: 'Ohio', regions: [] }) }),
    )
    const user = await show(bff)
    await choose(user, 'IL')
    await panel()
    await choose(user, 'OH')
    await panel(/Registering in Ohio/)
    expect(screen.queryByRole('region', { name: /Illinois/ })).toBeNull()
    await choose(user, 'IL')
    await panel()
    expect(askedOf(bff)).toEqual(['/states/IL', '/states/OH'])
    await choose(user, '')
    expect(document.querySelector('.vr-facts-slot')).toBeNull()
  })

  it('can send the form while facts load, and when they fail', async () => {
    for (const states of [() => new Promise<Response>(() => {}), () => aProblem(503), () => new Response('<html>')]) {
      const bff = aBff(states)
      const prefill = aPrefill({ city: 'Chicago', state: 'IL', zipcode: '60601' })
      const user = await show(bff, { prefill })
      await waitFor(() => expect(askedOf(bff)).toHaveLength(1))
      await user.click(screen.getByRole('checkbox', { name: /I agree/ }))
      await user.click(screen.getByRole('button', { name: 'Continue' }))
      await screen.findByRole('heading', { name: /not registered yet/i })
      expect(bff.registrations()).toHaveLength(1)
      document.body.replaceChildren()
    }
  })

  it('reads in one line that facts are unavailable, and can retry', async () => {
    let tries = 0
    const user = await show(aBff(() => (tries++ === 0 ? aProblem(503) : json(manyFacts))))
    await choose(user, 'IL')
    await screen.findByText(/can’t show dates and rules for Illinois/)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await panel()
  })

  it('sees no layout shift: facts are one line, which a click opens', async () => {
    const user = await show(aBff())
    await choose(user, 'IL')
    const line = await screen.findByText(/^Dates and rules for Illinois are ready\. Show them$/)
    const opened = line.closest('details')
    expect(opened?.open).toBe(false)
    await user.click(line)
    expect(opened?.open).toBe(true)
    expect(opened?.contains(await panel())).toBe(true)
  })

  it('can get other texts from the page', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const messages = { 'facts.heading': 'Voting in {state}', 'facts.labels.gov_tool_verify': 'Am I in?' }
    const user = await show(aBff(), { messages })
    await choose(user, 'IL')
    await panel(/Voting in Illinois/)
    expect(fact('gov_tool_verify')).toContain('Am I in?')
    expect(warned).not.toHaveBeenCalled()
    warned.mockRestore()
  })
})

describe('a voter in a state with regions', () => {
  it('is asked which area, and sees that area’s own values as such (R-C25)', async () => {
    const bff = aBff()
    const user = await show(bff)
    await choose(user, 'IL')
    await panel()
    const question = screen.getByLabelText('Which of these areas do you live in?')
    expect(
      within(question)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Choose one', 'I’m not sure', 'None of these', 'City of Chicago', 'Cook County'])
    await user.selectOptions(question, 'Cook County')
    await waitFor(() => expect(fact('gov_tool_absentee_request')).toContain('cook.example'))
    expect(fact('gov_tool_absentee_request')).toContain('For Cook County')
    expect(fact('registration_methods')).not.toContain('For Cook County')
    await user.selectOptions(question, 'None of these')
    expect(fact('gov_tool_absentee_request')).toContain('state.example')
    await user.selectOptions(question, 'I’m not sure')
    expect(screen.getByText(/what holds for the whole state/)).toBeDefined()
    expect(askedOf(bff)).toEqual(['/states/IL', '/states/IL?region=Cook%20County'])
  })

  it('keeps the state’s facts when those of the area fail to load', async () => {
    const user = await show(aBff(({ search }) => (search === '' ? json(manyFacts) : aProblem(404))))
    await choose(user, 'IL')
    await panel()
    await user.selectOptions(screen.getByLabelText(/Which of these areas/), 'Cook County')
    await screen.findByText(/can’t show what holds in Cook County/)
    expect(fact('gov_tool_absentee_request')).toContain('state.example')
  })

  it('is not asked if there are none', async () => {
    const user = await show(aBff(() => json(theStateFacts({ regions: [] }))))
    await choose(user, 'IL')
    await panel()
    expect(screen.queryByLabelText(/Which of these areas/)).toBeNull()
  })
})

describe('a ZIP code that usually belongs to another state', () => {
  it('causes a question; yes changes the state', async () => {
    const user = await show(aBff())
    await choose(user, 'IL')
    await user.type(screen.getByLabelText('ZIP code'), '37219')
    await screen.findByText('The ZIP code 37219 is usually in Tennessee. Do you live in Tennessee?', { selector: 'p' })
    await user.click(screen.getByRole('button', { name: 'Yes, change the state to Tennessee' }))
    expect(screen.getByLabelText<HTMLSelectElement>('State').value).toBe('TN')
    expect(document.activeElement).toBe(screen.getByLabelText('State'))
    expect(screen.queryByText(/is usually in/, { selector: 'p' })).toBeNull()
  })

  it('is kept with no, and not asked about again', async () => {
    const user = await show(aBff())
    await choose(user, 'IL')
    await user.type(screen.getByLabelText('ZIP code'), '37219')
    await user.click(await screen.findByRole('button', { name: 'No, keep Illinois' }))
    expect(screen.getByLabelText<HTMLSelectElement>('State').value).toBe('IL')
    expect(screen.queryByText(/is usually in/, { selector: 'p' })).toBeNull()
    await user.type(screen.getByLabelText('ZIP code'), '{Backspace}{Backspace}04')
    await screen.findByText(/The ZIP code 37204/, { selector: 'p' })
  })
})

describe('a voter under 18', () => {
  const birthYear = new Date().getFullYear() - 10
  const prefill = { date_of_birth: `${birthYear}-04-12`, state: 'IL' as const }

  it('reads from when on the state lets them register, with the computed date (X5)', async () => {
    const user = await show(aBff(), { prefill })
    const panelShown = await panel()
    const says = await screen.findByText('You’re under 18. This is the age from which Illinois lets people register:')
    const shown = says.parentElement as HTMLElement
    // Below the field it is about: nothing above the field moves while the voter types.
    expect(panelShown.contains(shown)).toBe(false)
    expect(screen.getByLabelText('Year').compareDocumentPosition(shown) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
    expect(shown.textContent).toContain('You’re under 18. This is the age from which Illinois lets people register:')
    expect(shown.textContent).toContain('16 (votes at 18)')
    expect(within(shown).getByRole('heading').textContent).toBe(
      `You can register in Illinois from April 12, ${birthYear + 16} on`,
    )
    await user.selectOptions(screen.getByLabelText('Month'), '4')
    await user.clear(screen.getByLabelText('Year'))
    await user.type(screen.getByLabelText('Year'), '1990')
    await waitFor(() => expect(shown.isConnected).toBe(false))
  })

  it('finds a calendar entry for that day and the partner’s page; the page learns the state alone', async () => {
    const files: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob)
      return 'blob:x'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const onTooYoung = vi.fn()
    const settings = theSettings({
      features: { subscriber_opt_in: true, sandbox: false, state_facts: true },
      under_18: { url: 'https://partner.example/young/' },
    })
    const bff = createFakeBff({ settings, states: () => json(manyFacts) })
    const user = await show(bff, { onTooYoung, prefill })
    const own = await screen.findByRole('link', { name: /What you can do until then: Sample Partner/ })
    expect(own.getAttribute('href')).toBe('https://partner.example/young/')
    await user.click(screen.getByRole('button', { name: 'Add that day to your calendar' }))
    const file = (await files[0]?.text()) ?? ''
    expect(file).toContain(`DTSTART;VALUE=DATE:${birthYear + 16}0412`)
    expect(file).toContain('From today on you can register to vote in Illinois')
    expect(file).not.toContain(`${birthYear}0412`)
    const [[detail] = []] = onTooYoung.mock.calls
    expect(onTooYoung).toHaveBeenCalledTimes(1)
    expect(detail).toMatchObject({ state: 'IL' })
    expect(JSON.stringify(detail)).not.toMatch(new RegExp(`${birthYear}|${birthYear + 16}|"age"|birth`))
    vi.restoreAllMocks()
  })

  it('is offered no calendar entry on a shared device', async () => {
    await show(aBff(), { kiosk: true, prefill })
    await screen.findByRole('heading', { name: /You can register in Illinois from/ })
    expect(screen.queryByRole('button', { name: 'Add that day to your calendar' })).toBeNull()
  })

  it('finds the rest of the form collapsed, and can continue with it', async () => {
    const user = await show(aBff(), { prefill })
    const goOn = await screen.findByRole('button', { name: 'Continue with this form anyway' })
    expect(screen.getByRole('textbox', { name: 'First name' })).toBeDefined()
    expect(screen.queryByRole('textbox', { name: 'Street address' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
    await user.click(goOn)
    const street = await screen.findByRole('textbox', { name: 'Street address' })
    await waitFor(() => expect(document.activeElement).toBe(street))
    expect(screen.getByRole('button', { name: 'Continue' })).toBeDefined()
    expect(screen.getByRole('heading', { name: /You can register in Illinois from/ })).toBeDefined()
  })

  it('finds the rest again with another date, and keeps it after continuing', async () => {
    const user = await show(aBff(), { prefill })
    await screen.findByRole('button', { name: 'Continue with this form anyway' })
    const year = screen.getByLabelText('Year')
    await user.clear(year)
    await user.type(year, '1990')
    const street = await screen.findByRole('textbox', { name: 'Street address' })
    await user.type(street, '10 Test Street')
    await user.clear(year)
    await user.type(year, String(birthYear))
    await screen.findByRole('heading', { name: /You can register in Illinois from/ })
    expect(screen.getByRole('textbox', { name: 'Street address' })).toBe(street)
  })

  it('who has reached the state’s age is offered no entry, and no event says anything', async () => {
    const onTooYoung = vi.fn()
    const date_of_birth = `${new Date().getFullYear() - 17}-01-01`
    await show(aBff(), { onTooYoung, prefill: { date_of_birth, state: 'IL' } })
    await screen.findByText('By the date of birth you entered, you have reached that age.')
    expect(screen.queryByRole('button', { name: 'Add that day to your calendar' })).toBeNull()
    expect(onTooYoung).not.toHaveBeenCalled()
  })
})
