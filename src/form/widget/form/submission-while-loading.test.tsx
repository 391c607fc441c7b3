/** What a press of the form's button does while something loads, what the voter reads when it fails, and that this goes away. */
import { act, render, screen, waitFor } from '@testing-library/react'
import { type ComponentProps, createRef } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { anAnswer, aRequest, theSettings } from '../../../contract/testing/samples.ts'
import { catalogs } from '../../locales/catalogs.ts'
import { aUser } from '../../testing/a-user.ts'
import { aProblem, createFakeBff, json, type Responder } from '../../testing/fake-bff.ts'
import type { Prefill, VoterRegistrationHandle } from '../options.ts'
import { VoterRegistration } from '../react/voter-registration.tsx'

const { sms_opt_in: _, ...person } = aRequest() as Prefill & { sms_opt_in: true }

/** A request that waits until it is answered. */
function aHeldRequest() {
  const waiting: ((response: Response) => void)[] = []
  const hold: Responder = () => new Promise((resolve) => waiting.push(resolve))
  return { hold, answer: (response: Response) => act(async () => waiting.shift()?.(response)) }
}

/** A completed form, whose consent wording needs what is held back. */
function show(
  answers: Parameters<typeof createFakeBff>[0],
  props: Partial<ComponentProps<typeof VoterRegistration>> = {},
) {
  const bff = createFakeBff(answers)
  const onInvalid = vi.fn()
  const all = { fetch: bff.fetch, locale: 'en' as const, prefill: person, onInvalid, ...props }
  const view = render(<VoterRegistration apiBase="https://bff.example" {...all} />)
  return { bff, onInvalid, user: aUser(), root: view.container.querySelector('.vr-root') as HTMLElement, view }
}

const button = () => screen.getByRole('button', { name: /^Continue/ })
const box = () => screen.findByRole('checkbox', { name: /I agree/ })
const loading = 'Loading what you agree to …'
const failed = 'We couldn’t load what you agree to. Try again'
const summary = () => document.querySelector('.vr-summary')
const isWaiting = () => button().getAttribute('aria-disabled') === 'true'

describe('a click while the consent wording loads', () => {
  it.each([
    ['the settings', 'en', (hold: Responder) => ({ settings: hold }), () => json(theSettings())],
    [
      'the texts of a language',
      'es',
      (hold: Responder) => ({ words: hold }),
      () => json(catalogs.find(({ language }) => language === 'es')),
    ],
  ] as const)('waits for %s, then validates the newest values once', async (_what, locale, held, response) => {
    const { hold, answer } = aHeldRequest()
    const { bff, user, root, onInvalid } = show(held(hold), { locale })
    const submit = root.querySelector<HTMLButtonElement>('[type=submit]') as HTMLButtonElement
    await user.click(submit)
    await user.click(submit)
    expect(submit.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getAllByText(loading)).toHaveLength(2)
    expect(screen.getByRole('status').textContent).toBe(loading)
    expect(screen.queryByRole('alert')).toBeNull()
    await user.clear(root.querySelector('[name=city]') as Element)
    await answer(response())
    await box()
    await waitFor(() => expect(document.activeElement).toBe(summary()))
    expect(root.querySelectorAll('.vr-summary a')).toHaveLength(2)
    expect(screen.queryByText(loading)).toBeNull()
    expect(submit.hasAttribute('aria-disabled')).toBe(false)
    expect(onInvalid.mock.calls).toMatchObject([[{ fields: ['city', 'sms_opt_in'] }]])
    await user.type(root.querySelector('[name=city]') as Element, 'Salem')
    await user.click(await box())
    await user.click(submit)
    await waitFor(() => expect(root.dataset.step).toBe('answer'))
    expect(bff.registrations().map(({ body }) => JSON.parse(body).city)).toEqual(['Salem'])
  })

  it('is dropped when they fail: the voter reads that, until "Try again"', async () => {
    const { hold, answer } = aHeldRequest()
    const { bff, user, root } = show({ settings: hold })
    await user.click(button())
    await answer(aProblem(503))
    await waitFor(() => expect(document.activeElement).toBe(summary()))
    expect(screen.getByRole('link', { name: failed })).toBeDefined()
    expect(screen.getByRole('status').textContent).toMatch(/^We couldn’t load what you agree to/)
    expect(isWaiting()).toBe(false)
    expect(root.querySelector<HTMLInputElement>('[name=city]')?.value).toBe('Boston')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(screen.getAllByText(loading)).toHaveLength(1)
    expect(screen.getByRole('status').textContent).toBe('')
    expect(screen.queryByRole('link', { name: failed })).toBeNull()
    await answer(json(theSettings()))
    await box()
    expect(screen.queryByText(/Check the box/)).toBeNull()
    await user.click(await box())
    expect(bff.registrations()).toEqual([])
    await user.click(button())
    await waitFor(() => expect(root.dataset.step).toBe('answer'))
    expect(bff.registrations()).toHaveLength(1)
  })

  it.each([
    ['a reset of the form', 'page', (form: VoterRegistrationHandle | null) => form?.reset()],
    ['going back a step', 'steps', () => screen.getByRole('button', { name: 'Back' }).click()],
  ] as const)('is forgotten by %s', async (_what, layout, cancel) => {
    const { hold, answer } = aHeldRequest()
    const form = createRef<VoterRegistrationHandle>()
    const { user, root, onInvalid } = show({ settings: hold }, { layout, ref: form })
    for (const next of layout === 'steps' ? ['name', 'address', 'contact', 'review'] : []) {
      // A step that sends nothing waits for nothing.
      await user.click(screen.getByRole('button', { name: 'Next' }))
      await waitFor(() => expect(root.dataset.formStep).toBe(next))
    }
    const at = root.dataset.formStep
    await user.click(button())
    expect(isWaiting()).toBe(true)
    act(() => cancel(form.current))
    await answer(json(theSettings()))
    await waitFor(() => expect(root.querySelector('[type=checkbox]')).not.toBeNull())
    expect(root.dataset.formStep).toBe(at === 'review' ? 'contact' : at)
    expect([summary(), screen.queryByText(loading), onInvalid.mock.calls]).toEqual([null, null, []])
  })

  it('sends and reports nothing after the form is removed from the page', async () => {
    const { hold, answer } = aHeldRequest()
    const { bff, user, onInvalid, view } = show({ settings: hold })
    await user.click(button())
    view.unmount()
    await answer(json(theSettings()))
    expect([bff.registrations(), onInvalid.mock.calls]).toEqual([[], []])
  })
})

describe('a click while something else loads', () => {
  const features = { subscriber_opt_in: false, sandbox: false, state_facts: true, sites: true }
  const never: Responder = () => new Promise(() => {})

  it.each([
    ['the facts', { states: never }],
    ['the status of sites', { sites: never }],
    ['neither, since both failed', { states: () => aProblem(503), sites: () => aProblem(503) }],
  ] as const)('is handled without waiting: %s', async (_what, answers) => {
    const { user, root } = show({ settings: theSettings({ features }), ...answers })
    await user.click(await box())
    await user.click(button())
    await waitFor(() => expect(root.dataset.step).toBe('answer'))
  })

  it('is impossible during a challenge; a failed one is reported until the answer', async () => {
    const challenge = { kind: 'unknown' }
    const required = () => aProblem(403, { code: 'challenge_required', outcome: 'not_sent', challenge })
    const { user, root } = show({ registrations: [required, () => json(anAnswer())] })
    await user.click(await box())
    await user.click(button())
    await waitFor(() => expect(root.dataset.step).toBe('not-sent'))
    await user.click(screen.getByRole('button', { name: /again/ }))
    await waitFor(() => expect(root.dataset.step).toBe('answer'))
  })
})
