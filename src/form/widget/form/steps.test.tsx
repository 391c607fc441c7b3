// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ComponentProps, createRef, StrictMode } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { anAnswer, aRequest, theSettings } from '../../../contract/testing/samples.ts'
import { createFakeBff, json } from '../../testing/fake-bff.ts'
import type { Prefill, VoterRegistrationHandle } from '../options.ts'
import { VoterRegistration } from '../react/voter-registration.tsx'

const { sms_opt_in: _, ...person } = aRequest() as Prefill & { sms_opt_in: true }

/** Every test has entries of its own, after the page before the form. */
beforeEach(() => {
  history.pushState({ page: 'before' }, '')
  history.pushState({ own: [1] }, '')
})

function show(props: Partial<ComponentProps<typeof VoterRegistration>> = {}) {
  cleanup()
  const bff = createFakeBff({ registrations: [() => json(anAnswer())] })
  const { container } = render(
    <StrictMode>
      <VoterRegistration
        apiBase="https://bff.example"
        fetch={bff.fetch}
        locale="en"
        layout="steps"
        settings={theSettings()}
        prefill={person}
        instanceId="vr"
        {...props}
      />
    </StrictMode>,
  )
  return { bff, root: () => container.querySelector<HTMLElement>('.vr-root') }
}

type Shown = ReturnType<typeof show>

const at = ({ root }: Shown, step: string) => waitFor(() => expect(root()?.dataset.formStep).toBe(step))
const clickButton = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
async function goOn(form: Shown, ...steps: string[]) {
  for (const step of steps) {
    clickButton('Next')
    await at(form, step)
    if (step === 'review') fireEvent.click(screen.getByRole('checkbox', { name: /I agree/ }))
  }
}
/** Goes in the history, and waits until it is there. */
const go = (delta: number) =>
  act(
    () =>
      new Promise<void>((resolve) => {
        window.addEventListener('popstate', () => resolve(), { once: true })
        history.go(delta)
      }),
  )

it('Back and Forward move through the steps, and the page’s own state stays in each entry', async () => {
  const before = history.length
  const form = show()
  expect(history.state).toEqual({ own: [1] })
  await goOn(form, 'name', 'address')
  expect(history.length).toBe(before + 2)
  expect(history.state).toEqual({
    own: [1],
    voterRegistrationStep: { vr: { step: 'address', isChange: false, depth: 2 } },
  })
  await go(-1)
  await at(form, 'name')
  await go(-1)
  await at(form, 'state')
  expect(history.state).toMatchObject({ own: [1] })
  await go(2)
  await at(form, 'address')
  expect(JSON.stringify(history.state)).not.toMatch(/Ada|Boston|02108/)
})

it('Back at the review opens the last step, and a change returns to the review', async () => {
  const form = show()
  await goOn(form, 'name', 'address', 'contact', 'review')
  await go(-1)
  await at(form, 'contact')
  await go(1)
  await at(form, 'review')
  clickButton('Change Address')
  await at(form, 'address')
  await go(-1)
  await at(form, 'review')
  await go(1)
  await at(form, 'address')
  clickButton('Next')
  await at(form, 'review')
})

it('Back after the answer opens the page before the form, and offers nothing to send', async () => {
  const form = show()
  await goOn(form, 'name', 'address', 'contact', 'review')
  clickButton('Continue')
  await waitFor(() => expect(form.root()?.dataset.step).toBe('answer'))
  history.back()
  await waitFor(() => expect(history.state).toEqual({ page: 'before' }))
  expect(form.root()?.dataset.step).toBe('answer')
  expect(form.bff.registrations()).toHaveLength(1)
})

it('a reload shows the step of the entry again if its input is restored, else the first', async () => {
  await goOn(show(), 'name', 'address')
  await at(show(), 'address')
  await at(show({ prefill: { state: 'MA', zipcode: '02108' } }), 'state')
})

it('Back in a form that was emptied opens the page before it: it has no steps', async () => {
  const ref = createRef<VoterRegistrationHandle>()
  const form = show({ prefill: {}, ref })
  fireEvent.input(screen.getByLabelText('ZIP code'), { target: { value: '02108' } })
  fireEvent.change(screen.getByLabelText('State'), { target: { value: 'MA' } })
  await goOn(form, 'name')
  clickButton('Back')
  await at(form, 'state')
  act(() => ref.current?.reset())
  history.back()
  await waitFor(() => expect(history.state).toEqual({ page: 'before' }))
  expect(form.root()?.dataset.formStep).toBe('state')
})

it('a history entry of the page’s own changes nothing', async () => {
  const form = show()
  await goOn(form, 'name')
  history.pushState({ theirs: 1 }, '')
  history.pushState({ theirs: 2 }, '')
  await go(-1)
  await at(form, 'name')
})

it('the history has nothing of the form on a shared device, or on one page', async () => {
  const before = history.length
  await goOn(show({ kiosk: true }), 'name')
  show({ layout: 'page' })
  expect([history.length, history.state]).toEqual([before, { own: [1] }])
})

it('the steps have no history entries in a page that owns its state or forbids to add to it', async () => {
  history.replaceState(new Date(), '')
  const before = history.length
  await goOn(show(), 'name', 'address')
  expect(history.length).toBe(before)
})
