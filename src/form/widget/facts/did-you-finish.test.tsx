import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aStateFact } from '../../../contract/testing/civic-samples.ts'
import { aButton, anAnswer, aPrefill, theSettings } from '../../../contract/testing/samples.ts'
import { createFakeBff, json } from '../../testing/fake-bff.ts'
import { WithParts } from '../../testing/with-parts.tsx'
import type { AnswerFactsProps } from '../lazy-parts.ts'
import { VoterRegistration } from '../react/voter-registration.tsx'
import { serviceTexts } from '../screens/answer-text.tsx'
import { DidYouFinish } from './did-you-finish.tsx'
import { anAccess, manyFacts } from './facts.examples.tsx'

const question = 'Did you finish?'
const getQuestion = () => screen.queryByRole('group', { name: question })
const clickButton = (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** The voter comes back to this page. */
function comeBack() {
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

function show({ isKiosk = false, ...change }: Partial<AnswerFactsProps> & { isKiosk?: boolean } = {}) {
  const onCorrect = vi.fn()
  const phone = aStateFact('sos_phone_number', '555 0100')
  const context = { isKiosk, officialUrl: 'https://official.example/' }
  const inForm = ({ children }: { children: ReactNode }) => <WithParts context={context}>{children}</WithParts>
  render(
    <div className="vr-answer">
      <DidYouFinish
        access={anAccess({ ...manyFacts, facts: [phone, ...manyFacts.facts] })}
        code="IL"
        sections="s-"
        hasButtons
        message="Bring an ID."
        {...serviceTexts}
        isRestored
        hasLeft={() => false}
        onCorrect={onCorrect}
        {...change}
      />
      <ul className="vr-actions">
        <li>
          <a href="https://state.example/go">Go on</a>
        </li>
      </ul>
    </div>,
    { wrapper: inForm },
  )
  return { onCorrect }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a voter who returns to the answer', () => {
  it('is asked immediately on a reloaded page, by announcement, and keeps the focus', async () => {
    show()
    expect(getQuestion()).not.toBeNull()
    expect(document.body).toHaveProperty('tagName', document.activeElement?.tagName)
    const status = screen.getByRole('status')
    expect(status.textContent).toBe('')
    await expect.poll(() => status.textContent).toBe(question)
  })

  it('is asked after a link was clicked, and not before', () => {
    let hasGoneOn = false
    show({ isRestored: false, hasLeft: () => hasGoneOn })
    comeBack()
    expect(getQuestion()).toBeNull()
    hasGoneOn = true
    act(() => {
      dispatchEvent(new Event('pageshow'))
    })
    expect(getQuestion()).not.toBeNull()
  })

  it('is not asked while the page is hidden', () => {
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    show({ isRestored: false, hasLeft: () => true })
    comeBack()
    expect(getQuestion()).toBeNull()
    hidden.mockRestore()
    comeBack()
    expect(getQuestion()).not.toBeNull()
  })

  it('is never asked on a shared device', () => {
    show({ isKiosk: true, hasLeft: () => true })
    comeBack()
    expect(getQuestion()).toBeNull()
  })

  it('and has finished learns where to check, and is not called registered', async () => {
    show()
    await clickButton('Yes')
    expect(screen.getByRole('status').textContent).toContain('Only your election office can confirm')
    const link = await screen.findByRole('link', { name: /Check your registration on state\.example/ })
    expect(link.getAttribute('href')).toBe('https://state.example/check/')
    expect(screen.getByRole('button', { name: 'Yes' }).getAttribute('aria-pressed')).toBe('true')
  })

  it('and has not finished is shown the links', async () => {
    show()
    await clickButton('Not yet')
    expect(document.activeElement?.textContent).toBe('Go on')
    expect(screen.getByRole('status').textContent).toBe('Your next step is below.')
  })

  it('and had trouble finds the election office, and can correct something', async () => {
    const { onCorrect } = show()
    await clickButton('I had trouble')
    await screen.findByText('555 0100')
    expect(screen.getByRole('link', { name: /Read the official information on state/ }).getAttribute('href')).toBe(
      'https://state.example/register/',
    )
    await clickButton('Correct something and send again')
    expect(onCorrect).toHaveBeenCalledOnce()
  })

  it.each([
    ['do not come', anAccess('broken')],
    ['are not there at all', undefined],
  ])('finds the operator’s official site if the state’s data %s', async (_, access) => {
    show({ access })
    await clickButton('Yes')
    expect((await screen.findByRole('link', { name: /official\.example/ })).getAttribute('href')).toBe(
      'https://official.example/',
    )
  })
})

it('the form asks above the links once one was clicked, and only the page learns the answer', async () => {
  const bff = createFakeBff({
    settings: theSettings({ features: { subscriber_opt_in: false, sandbox: false, state_facts: true } }),
    states: () => json(manyFacts),
    registrations: [() => json(anAnswer({ buttons: [aButton()] }))],
  })
  const answers: unknown[] = []
  const prefill = aPrefill({ city: 'Chicago', state: 'IL', zipcode: '60601' })
  render(
    <VoterRegistration
      apiBase="https://bff.example"
      fetch={bff.fetch}
      locale="en"
      prefill={prefill}
      linkTarget="_blank"
      onAction={(action) => action.preventDefault()}
      onFollowUp={({ state, answer }) => answers.push([state, answer])}
    />,
  )
  await userEvent.click(await screen.findByRole('checkbox', { name: /I agree/ }))
  await clickButton('Continue')
  await screen.findByRole('heading', { name: 'Deadlines in Illinois' })
  comeBack()
  expect(getQuestion()).toBeNull()
  const way = within(screen.getAllByRole('list').find((list) => list.classList.contains('vr-actions')) ?? document.body)
  await userEvent.click(way.getByRole('link'))
  comeBack()
  const above = getQuestion()?.compareDocumentPosition(way.getByRole('link')) ?? 0
  expect(above & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  const before = bff.requests.length
  await clickButton('Yes')
  await clickButton('I had trouble')
  expect(bff.requests).toHaveLength(before)
  expect(answers).toEqual([
    ['IL', 'yes'],
    ['IL', 'trouble'],
  ])
  await clickButton('Not yet')
  expect(document.activeElement).toBe(way.getByRole('link'))
})
