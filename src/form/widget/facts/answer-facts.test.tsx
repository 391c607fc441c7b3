import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aStateFact, theStateFacts } from '../../../contract/testing/civic-samples.ts'
import { anAnswer, aPrefill, theSettings } from '../../../contract/testing/samples.ts'
import { es as spanish } from '../../locales/es.ts'
import { aUser } from '../../testing/a-user.ts'
import { createFakeBff, json } from '../../testing/fake-bff.ts'
import { WithParts } from '../../testing/with-parts.tsx'
import type { FormContextValue } from '../form-context.ts'
import type { AnswerFactsProps } from '../lazy-parts.ts'
import { createFormMessages } from '../messages/catalog.ts'
import { VoterRegistration } from '../react/voter-registration.tsx'
import { serviceTexts } from '../screens/answer-text.tsx'
import { AnswerDates, AnswerDocuments, AnswerFacts } from './answer-facts.tsx'
import { anAccess, manyFacts } from './facts.examples.tsx'

/** The content of the answer screen for Illinois in March 2026. */
function show({ context, ...change }: Partial<AnswerFactsProps> & { context?: Partial<FormContextValue> } = {}) {
  const clock = { now: () => new Date(2026, 2, 2).getTime() }
  const props: AnswerFactsProps = {
    access: anAccess(manyFacts),
    code: 'IL',
    sections: 's-',
    hasButtons: true,
    message: '# Bring it\n\nA driver&#x27;s license.\n',
    ...serviceTexts,
    isRestored: false,
    hasLeft: () => false,
    onCorrect: () => undefined,
    ...change,
  }
  return render(
    <WithParts context={{ headingLevel: 3, clock, ...context }}>
      <AnswerDates {...props} />
      <AnswerDocuments {...props} />
      <AnswerFacts {...props} />
    </WithParts>,
  )
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the answer screen with facts', () => {
  it('shows each deadline once, the next one first, and its rules below, with footnotes (R-C20)', async () => {
    const { container } = show()
    await screen.findByText('Tuesday, October 6, 2026: last day by mail (postmarked) and in person')
    expect(container.querySelector('.vr-further')?.textContent).toBe('Sunday, October 18: last day online')
    expect(container.textContent?.match(/October 6/g)).toHaveLength(1)
    expect(container.textContent).toContain(
      'Sunday, October 18: It is a weekend or a holiday: ask your election office',
    )
    expect(container.textContent).toContain('This is for the general election on November 3.')
    expect(screen.getByRole('heading', { name: 'Deadlines in Illinois' }).id).toBe('s-rules')
    expect(screen.getByRole('link', { name: 'Rules and exceptions' }).getAttribute('href')).toBe('#s-rules')
    expect(container.textContent).toContain('16 days before Election Day')
    expect(container.textContent).toContain('Later at some offices.')
    expect(container.textContent).toContain('Earlier elections have deadlines of their own.')
    expect(container.textContent).toContain('As of March 3, 2026.')
    expect(container.textContent).not.toContain('last changed')
    expect(screen.queryByRole('heading', { name: /next step/ })).toBeNull()
  })

  it.each([
    [2026, 9, 4, '2 days left'],
    [2026, 9, 5, 'that is tomorrow'],
    [2026, 9, 6, 'that is today'],
  ])('on %i-%i-%i says how long the deadline is away: %s', async (year, month, day, left) => {
    show({ context: { clock: { now: () => new Date(year, month, day, 12).getTime() } } })
    await screen.findByText(`Tuesday, October 6, 2026: last day by mail (postmarked) and in person, ${left}`)
  })

  it('shows a passed deadline below the next one', async () => {
    const { container } = show({ context: { clock: { now: () => new Date(2026, 9, 10, 18).getTime() } } })
    await screen.findByText('Sunday, October 18, 2026: last day online, 8 days left')
    expect(container.querySelector('.vr-further')?.textContent).toBe(
      'Tuesday, October 6: the last day by mail (postmarked) and in person has passed',
    )
  })

  it('moves the focus to the rules: an address with # reaches nothing in a shadow root', async () => {
    show()
    await aUser().click(await screen.findByRole('link', { name: 'Rules and exceptions' }))
    expect(document.activeElement?.textContent).toBe('Deadlines in Illinois')
  })

  it('lists what to have ready, once', async () => {
    const { container } = show()
    await screen.findByText('Have ready:')
    expect(container.textContent).toContain('Have ready: driver’s license or ID from your state')
    expect(container.textContent?.match(/license or (state )?ID/g)).toHaveLength(1)
  })

  it('links what to have ready to its exceptions, which are below with it (R-C20)', async () => {
    const facts = manyFacts.facts.map((fact) =>
      fact.slug === 'id_laws_online_registration' ? { ...fact, footnotes: 'Not a learner’s permit.' } : fact,
    )
    show({ access: anAccess({ ...manyFacts, facts }) })
    const link = await screen.findByRole('link', { name: 'Exceptions' })
    expect(link.getAttribute('href')).toBe('#s-bring')
    expect(document.getElementById('s-bring')?.parentElement?.textContent).toContain('Not a learner’s permit.')
  })

  it('shows dates, rules and what to have ready in the voter’s language', async () => {
    const { container } = show({ context: { t: createFormMessages(spanish) } })
    await screen.findByText(/^martes, 6 de octubre de 2026: último día por correo \(con matasellos/)
    expect(container.textContent).toContain('Tenga a mano: licencia de conducir o identificación del estado')
    expect(screen.getByText('16 días antes del día de las elecciones').closest('[lang]')).toBeNull()
  })

  it('without a button links to the state’s own pages', async () => {
    show({ hasButtons: false })
    await screen.findByRole('heading', { name: 'Your next step in Illinois' })
    expect(screen.getByText(/Find your county clerk/)).toBeDefined()
    expect(screen.getAllByRole('link', { name: /state\.example/ }).map((link) => link.getAttribute('href'))).toEqual([
      'https://state.example/register/',
      'https://state.example/check/',
    ])
  })

  it('puts the deadlines that have a date into a calendar file', async () => {
    const files: Blob[] = []
    const names: string[] = []
    const createObjectURL = (file: Blob) => {
      files.push(file)
      return 'blob:x'
    }
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }))
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      names.push(this.download)
    })
    show()
    await aUser().click(await screen.findByRole('button', { name: 'Calendar' }))
    expect(names).toEqual(['voter-registration-il.ics'])
    expect(files[0]?.type).toContain('text/calendar')
    const text = ((await files[0]?.text()) ?? '').replaceAll('\r\n ', '')
    expect(text.match(/DTSTART;VALUE=DATE:\d+/g)).toEqual([
      'DTSTART;VALUE=DATE:20261018',
      'DTSTART;VALUE=DATE:20261006',
      'DTSTART;VALUE=DATE:20261006',
    ])
    expect(text).toContain('Later at some offices.')
    expect(text).toContain(
      'By Sunday\\, October 18\\, 2026 (that is 16 days before the general election of November 3).',
    )
    expect(text.match(/BEGIN:VALARM/g)).toHaveLength(6)
    expect(text).toContain('general election on November 3\\, 2026')
    expect(screen.getByText(/calendar file is saved/).getAttribute('role')).toBe('status')
    clicked.mockRestore()
  })

  it('prints what to bring and the state’s public address, or the operator’s', async () => {
    const { container, unmount } = show({ context: { officialUrl: 'https://official.example/' }, hasButtons: false })
    await screen.findByText('What to bring or have at hand')
    expect(container.textContent).toContain("The online form asks for a driver's license or state ID.")
    const sheet = container.querySelector('.vr-sheet')
    expect(sheet?.textContent).toContain('Official address: https://state.example/register/')
    unmount()
    show({ access: anAccess('broken'), context: { officialUrl: 'https://official.example/' } })
    await screen.findByText('Official address: https://official.example/')
  })

  it('offers no calendar if nothing has a date', async () => {
    show({ context: { clock: { now: () => new Date(2026, 9, 30).getTime() } } })
    await screen.findByRole('heading', { name: 'Deadlines in Illinois' })
    expect(screen.queryByRole('button', { name: 'Calendar' })).toBeNull()
  })

  it('copies the instructions as plain text, without the buttons’ own addresses', async () => {
    const user = aUser()
    show({ hasButtons: false })
    await screen.findByRole('heading', { name: 'Deadlines in Illinois' })
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    await screen.findByText('Copied.')
    const copied = await navigator.clipboard.readText()
    expect(copied.startsWith('Tuesday, October 6, 2026: last day by mail (postmarked) and in person\n')).toBe(true)
    expect(copied).toContain("A driver's license.")
    expect(copied).toContain('- Deadline in person: 28 days before Election Day – Later at some offices.')
    expect(copied).toContain('https://state.example/register/')
    expect(copied).toContain('As of March 3, 2026.')
  })

  it('copies no Markdown syntax: links have their addresses, apostrophes are characters', async () => {
    const user = aUser()
    const footnotes = '**Not** on [holidays](https://state.example/days). Don&#x27;t wait.'
    const facts = manyFacts.facts.map((fact) => (fact.footnotes === undefined ? fact : { ...fact, footnotes }))
    show({
      message: '## **Bring** it\n\n* A [*valid* license](https://state.example/id)\n* <https://state.example/list>',
      access: anAccess({ ...manyFacts, facts }),
    })
    await screen.findByRole('heading', { name: 'Deadlines in Illinois' })
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    await screen.findByText('Copied.')
    const copied = await navigator.clipboard.readText()
    const message = 'Bring it\n\n- A valid license (https://state.example/id)\n- https://state.example/list\n\n'
    expect(copied).toContain(`\n\n${message}`)
    expect(copied).toContain("Not on holidays (https://state.example/days). Don't wait.")
  })

  it('says so when the browser denies copying', async () => {
    const user = aUser()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    show()
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    await screen.findByText(/doesn’t let us copy/)
  })

  it('still copies when the facts fail to load', async () => {
    const { container } = show({ access: anAccess('broken') })
    await screen.findByRole('button', { name: 'Copy' })
    await waitFor(() => expect(container.querySelector('[aria-labelledby^="s-"]')).toBeNull())
  })
})

it('a deadline of another year is not assigned to the next election, neither on screen nor in the calendar file', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:x'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const value = { is: 'date', date: '2027-03-01' } as const
  const fact = aStateFact('registration_deadline_online', '', { value })
  const user = aUser()
  const { container } = show({ access: anAccess(theStateFacts({ regions: [], facts: [fact] })) })
  await screen.findByText('Monday, March 1, 2027: last day online')
  await user.click(screen.getByRole('button', { name: 'Calendar' }))
  const text = ((await files[0]?.text()) ?? '').replaceAll('\r\n ', '')
  expect(text).toContain('DTSTART;VALUE=DATE:20270301')
  expect(container.innerHTML + text).not.toMatch(/general( |%20)election/)
})

describe('the instructions', () => {
  const address = 'Official address: https://state.example/register/'

  it('open the share sheet with the public address alone; closing it is silent, an error copies', async () => {
    const shared: ShareData[] = []
    const share = vi.fn((data: ShareData) => {
      shared.push(data)
      return Promise.reject(new DOMException('closed', 'AbortError'))
    })
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { canShare: () => true, share }))
    const user = aUser()
    show()
    await screen.findByRole('heading', { name: 'Deadlines in Illinois' })
    await user.click(screen.getByRole('button', { name: 'Share' }))
    expect(shared[0]?.title).toBe('How to register to vote')
    expect(shared[0]?.text).toContain("A driver's license.")
    expect(shared[0]?.text).toContain('- Deadline in person: 28 days before Election Day')
    expect(shared[0]?.text?.endsWith(address)).toBe(true)
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull()
    expect(screen.queryByText('Copied.')).toBeNull()

    share.mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    await user.click(screen.getByRole('button', { name: 'Share' }))
    await screen.findByText('Copied.')
  })

  it('have the deadlines’ rules in the form’s language, as the screen has', async () => {
    const user = aUser()
    show({ context: { t: createFormMessages(spanish) } })
    await screen.findByText(/16 días antes/)
    await user.click(screen.getByRole('button', { name: 'Copiar' }))
    const copied = await navigator.clipboard.readText()
    expect(copied).toContain(': 16 días antes')
    expect(copied).not.toContain('before Election Day')
  })

  it('are copied or printed, and nothing else, on a shared device', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { canShare: () => true, share: vi.fn() }))
    show({ context: { isKiosk: true } })
    await userEvent.click(await screen.findByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Calendar' })).toBeNull()
  })
})

describe('a whole registration with facts', () => {
  const prefill = aPrefill({ city: 'Chicago', state: 'IL', zipcode: '60601' })
  const answer = async (stateFacts: boolean) => {
    const bff = createFakeBff({
      settings: theSettings({ features: { subscriber_opt_in: false, sandbox: false, state_facts: stateFacts } }),
      states: () => json(manyFacts),
      registrations: [() => json(anAnswer({ buttons: [] }))],
    })
    const user = aUser()
    render(<VoterRegistration apiBase="https://bff.example" fetch={bff.fetch} locale="en" prefill={prefill} />)
    await user.click(await screen.findByRole('checkbox', { name: /I agree/ }))
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await screen.findByRole('heading', { name: 'What to do next' })
    return bff
  }

  it('ends with the next step in the chosen state, requested once', async () => {
    const bff = await answer(true)
    await screen.findByRole('heading', { name: 'Your next step in Illinois' })
    expect(bff.requests.filter(({ path }) => path === '/states/IL')).toHaveLength(1)
  })

  it('ends with instructions to copy if the BFF has no facts, and requests none', async () => {
    const bff = await answer(false)
    await screen.findByRole('button', { name: 'Copy' })
    expect(screen.getByRole('button', { name: 'Print' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: /Your next step|deadlines/i })).toBeNull()
    expect(bff.requests.filter(({ path }) => path.startsWith('/states'))).toEqual([])
  })
})
