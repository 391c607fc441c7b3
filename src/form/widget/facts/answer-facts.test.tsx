import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { anAnswer, aPrefill, theSettings } from '../../../contract/testing/samples.ts'
import { aUser } from '../../testing/a-user.ts'
import { aFakeBff, json } from '../../testing/fake-bff.ts'
import { WithParts } from '../../testing/with-parts.tsx'
import type { AnswerFactsProps } from '../lazy-parts.ts'
import { wordsIn } from '../messages/catalogue.ts'
import { VoterRegistration } from '../react/voter-registration.tsx'
import { serviceTexts } from '../screens/answer-text.tsx'
import { AnswerFacts } from './answer-facts.tsx'
import { anAccess, manyFacts } from './facts.examples.tsx'

/** The content of the answer screen for Illinois in March 2026. */
function show(change: Partial<AnswerFactsProps> = {}) {
  return render(
    <AnswerFacts
      access={anAccess(manyFacts)}
      code="IL"
      hasButtons
      message={'# Bring it\n\nA driver&#x27;s license.\n'}
      messages={undefined}
      formWords={wordsIn()}
      headingLevel={3}
      {...serviceTexts}
      now={() => new Date(2026, 2, 2)}
      isShared={false}
      isBack={false}
      hasGoneOn={() => false}
      onCorrect={() => undefined}
      {...change}
    />,
    { wrapper: WithParts },
  )
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the answer screen, where the BFF has facts', () => {
  it('says the deadlines again, with their footnotes and their date', async () => {
    const { container } = show()
    await screen.findByRole('heading', { name: 'Deadlines in Illinois' })
    expect(container.textContent).toContain('16 days before Election Day')
    expect(container.textContent).toContain('Later at some offices.')
    expect(container.textContent).toContain('As of March 3, 2026.')
    expect(screen.queryByRole('heading', { name: /next step/ })).toBeNull()
  })

  it('without a button leads on to the state’s own pages', async () => {
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
    await aUser().click(await screen.findByRole('button', { name: 'Add the deadlines to your calendar' }))
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
    expect(screen.getByText(/calendar file is saved/)).toBeDefined()
    clicked.mockRestore()
  })

  it('has for paper what to bring and the state’s public address, the operator’s where the state has none', async () => {
    const { container, unmount } = show({ officialUrl: 'https://official.example/' })
    await screen.findByText('What to bring or have at hand')
    const sheet = container.querySelector('.vr-sheet')
    expect(sheet?.textContent).toContain("The online form asks for a driver's license or state ID.")
    expect(sheet?.textContent).toContain('Official address: https://state.example/register/')
    expect(sheet?.querySelector('svg')).toBeNull()
    unmount()
    show({ access: anAccess('broken'), officialUrl: 'https://official.example/' })
    await screen.findByText('Official address: https://official.example/')
  })

  it('takes along what the operator says to bring, in the voter’s copy', async () => {
    const notices = [
      { text: { en: 'Bring proof of citizenship.' }, bring: true, source: 'azsos.gov', checked: '2026-07-04' },
      { text: { en: 'The office moved.' } },
    ]
    const user = aUser()
    show({ notices })
    await screen.findByRole('heading', { name: 'Deadlines in Illinois' })
    await user.click(screen.getByRole('button', { name: 'Copy these instructions' }))
    await screen.findByText('Copied.')
    const copied = await navigator.clipboard.readText()
    expect(copied).toContain('What to bring or have at hand\n- Bring proof of citizenship. (azsos.gov, Jul 4, 2026)')
    expect(copied).not.toContain('office moved')
  })

  it('has the same address for a camera, and no other one', async () => {
    const code = { url: 'https://state.example/register/', size: 21, path: 'M0 0h7v1H0z' }
    const first = show({ access: anAccess({ ...manyFacts, official_code: code }) })
    await screen.findByText('What to bring or have at hand')
    expect(first.container.querySelector('.vr-sheet svg')?.getAttribute('viewBox')).toBe('-4 -4 29 29')
    expect(first.container.querySelector('.vr-sheet path')?.getAttribute('d')).toBe(code.path)
    first.unmount()
    const other = show({ access: anAccess({ ...manyFacts, official_code: { ...code, url: 'https://else.example/' } }) })
    await screen.findByText('What to bring or have at hand')
    expect(other.container.querySelector('.vr-sheet svg')).toBeNull()
  })

  it('offers no calendar where nothing has a date', async () => {
    show({ now: () => new Date(2026, 9, 30) })
    await screen.findByRole('heading', { name: 'Deadlines in Illinois' })
    expect(screen.queryByRole('button', { name: /calendar/ })).toBeNull()
  })

  it('copies the instructions, read as they are meant, without the buttons’ own addresses', async () => {
    const user = aUser()
    show({ hasButtons: false })
    await screen.findByRole('heading', { name: 'Deadlines in Illinois' })
    await user.click(screen.getByRole('button', { name: 'Copy these instructions' }))
    await screen.findByText('Copied.')
    const copied = await navigator.clipboard.readText()
    expect(copied).toContain("A driver's license.")
    expect(copied).toContain('- Deadline in person: 28 days before Election Day – Later at some offices.')
    expect(copied).toContain('https://state.example/register/')
    expect(copied).toContain('As of March 3, 2026.')
  })

  it('copies and mails plain text: no mark of Markdown, links with their addresses, apostrophes as such', async () => {
    const user = aUser()
    const footnotes = '**Not** on [holidays](https://state.example/days). Don&#x27;t wait.'
    const facts = manyFacts.facts.map((fact) => (fact.footnotes === undefined ? fact : { ...fact, footnotes }))
    show({
      message: '## **Bring** it\n\n* A [*valid* license](https://state.example/id)\n* <https://state.example/list>',
      access: anAccess({ ...manyFacts, facts }),
    })
    await screen.findByRole('heading', { name: 'Deadlines in Illinois' })
    await user.click(screen.getByRole('button', { name: 'Copy these instructions' }))
    await screen.findByText('Copied.')
    const copied = await navigator.clipboard.readText()
    const message = 'Bring it\n\n- A valid license (https://state.example/id)\n- https://state.example/list\n\n'
    expect(copied.startsWith(message)).toBe(true)
    expect(copied).toContain("Not on holidays (https://state.example/days). Don't wait. – By")
    const { href } = screen.getByRole<HTMLAnchorElement>('link', { name: 'Email this to myself' })
    expect(new URL(href).searchParams.get('body')?.replaceAll('\r', '').startsWith(message)).toBe(true)
  })

  it('says so when the browser does not let it copy', async () => {
    const user = aUser()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    show()
    await user.click(screen.getByRole('button', { name: 'Copy these instructions' }))
    await screen.findByText(/doesn’t let us copy/)
  })

  it('still copies when the facts do not come', async () => {
    const { container } = show({ access: anAccess('broken') })
    await screen.findByRole('button', { name: 'Copy these instructions' })
    await waitFor(() => expect(container.querySelector('.vr-facts')).toBeNull())
  })
})

describe('the instructions, sent to oneself', () => {
  const address = 'Official address: https://state.example/register/'

  it('go to the device’s share sheet, with the public address and no other; a sheet that is closed says nothing', async () => {
    const shared: ShareData[] = []
    const share = vi.fn((data: ShareData) => {
      shared.push(data)
      return Promise.reject(new DOMException('closed', 'AbortError'))
    })
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { canShare: () => true, share }))
    show()
    await screen.findByRole('heading', { name: 'Deadlines in Illinois' })
    await userEvent.click(screen.getByRole('button', { name: 'Send this to myself' }))
    expect(shared[0]?.title).toBe('How to register to vote')
    expect(shared[0]?.text).toContain("A driver's license.")
    expect(shared[0]?.text).toContain('- Deadline in person: 28 days before Election Day')
    expect(shared[0]?.text?.endsWith(address)).toBe(true)
    expect(screen.queryByText(/That didn’t work/)).toBeNull()

    share.mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    await userEvent.click(screen.getByRole('button', { name: 'Send this to myself' }))
    await screen.findByText('That didn’t work. Email, copy or print it instead.')
    expect(screen.getByRole('link', { name: 'Email this to myself' })).toBeDefined()
  })

  const mail = () => new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Email this to myself' }).href)

  it('go into a mail to nobody, with or without a share sheet', async () => {
    show({ access: anAccess('broken'), officialUrl: 'https://official.example/' })
    await screen.findByText('Official address: https://official.example/')
    expect([mail().protocol, mail().pathname]).toEqual(['mailto:', ''])
    expect(mail().searchParams.get('subject')).toBe('How to register to vote')
    expect(mail().searchParams.get('body')).toBe(
      "Bring it\r\n\r\nA driver's license.\r\n\r\nOfficial address: https://official.example/",
    )
    expect(screen.queryByText(/only part of it/)).toBeNull()
  })

  it('are cut where a mail link would be too long for a browser, and say so', async () => {
    show({ message: 'Read all of this. '.repeat(150) })
    await screen.findByRole('heading', { name: 'Deadlines in Illinois' })
    expect(mail().searchParams.get('body')).toBe(address)
    expect(screen.getByText(/The email has only part of it/)).toBeDefined()
  })

  it('are copied or printed, and nothing else, on a device that many share', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { canShare: () => true, share: vi.fn() }))
    show({ isShared: true })
    await userEvent.click(await screen.findByRole('button', { name: 'Print this' }))
    expect(print).toHaveBeenCalledOnce()
    expect(screen.queryByRole('button', { name: 'Send this to myself' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Email this to myself' })).toBeNull()
  })
})

describe('a whole registration', () => {
  const prefill = aPrefill({ city: 'Chicago', state: 'IL', zipcode: '60601' })
  const answer = async (stateFacts: boolean) => {
    const bff = aFakeBff({
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

  it('ends with the next step in the chosen state, asked for once', async () => {
    const bff = await answer(true)
    await screen.findByRole('heading', { name: 'Your next step in Illinois' })
    expect(bff.asked.filter(({ path }) => path === '/states/IL')).toHaveLength(1)
  })

  it('ends with the instructions to take along where the BFF has no facts, and none are asked for', async () => {
    const bff = await answer(false)
    await screen.findByRole('button', { name: 'Copy these instructions' })
    expect(screen.getByRole('button', { name: 'Print this' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: /Your next step|deadlines/i })).toBeNull()
    expect(bff.asked.filter(({ path }) => path.startsWith('/states'))).toEqual([])
  })
})
