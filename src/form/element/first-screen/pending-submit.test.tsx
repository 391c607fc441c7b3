/** A press before the program is there is answered once: by the program, or by our own page. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queueSubmit, submitTimeoutMs } from './pending-submit.ts'

const messages = { wait: 'Wait', stuck: 'Stuck', hostedPage: 'Our page', official: 'Official' }

/** A drawn form; `posted` and `pressed` count what became of its presses. */
function aDrawnForm(deps: { isKiosk?: boolean; isSandboxed?: boolean; hasHostedPage?: () => Promise<boolean> } = {}) {
  const { isKiosk = false, isSandboxed = false, hasHostedPage = async () => true } = deps
  document.body.innerHTML =
    '<div><form action="https://bff.example/form"><button type="submit"></button></form></div><p></p>'
  const [mount, status] = [...document.body.children] as HTMLElement[]
  const button = document.querySelector('button')
  if (mount === undefined || status === undefined || button === null) throw new Error('The form is not there.')
  const posted = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {
    if (!isSandboxed) dispatchEvent(new Event('beforeunload'))
  })
  const pressed = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  button.addEventListener('click', pressed)
  const press = queueSubmit({ mount, status, messages, officialUrl: undefined, isKiosk, hasHostedPage })
  return { press, button, status, posted, pressed }
}

beforeEach(() => {
  vi.useFakeTimers()
  // A page at an address, unlike the test's.
  vi.stubGlobal('origin', 'https://partner.example')
})
afterEach(() => {
  document.body.replaceChildren()
  document.head.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('an early click is left to the main script if it loads while the hosted page is being checked', async () => {
  let answer = (_has: boolean) => {}
  const hasHostedPage = () =>
    new Promise<boolean>((resolve) => {
      answer = resolve
    })
  const { press, button, posted, pressed } = aDrawnForm({ hasHostedPage })
  button.click()
  await vi.advanceTimersByTimeAsync(submitTimeoutMs)
  press.finish()
  answer(true)
  await vi.advanceTimersByTimeAsync(0)
  expect([pressed.mock.calls.length, posted.mock.calls.length]).toEqual([1, 0])
})

it('an early click opens the hosted page after a timeout, once however often it is repeated', async () => {
  const { button, posted, pressed } = aDrawnForm()
  button.click()
  button.click()
  await vi.advanceTimersByTimeAsync(submitTimeoutMs)
  expect([pressed.mock.calls.length, posted.mock.calls.length]).toEqual([0, 1])
})

it('an early click on a shared device shows the message each time, and the form never opens another page', async () => {
  const { button, status, posted } = aDrawnForm({ isKiosk: true })
  for (const _ of [1, 2]) {
    button.click()
    expect(status.textContent).toBe('Wait')
    await vi.advanceTimersByTimeAsync(submitTimeoutMs)
    expect(status.textContent).toContain('Stuck')
  }
  expect(posted).not.toHaveBeenCalled()
})

it('an early click keeps the form and its input if the hosted page cannot be reached', async () => {
  const { press, button, status, posted } = aDrawnForm({ hasHostedPage: () => Promise.reject(new Error('offline')) })
  press.fail()
  button.click()
  await vi.advanceTimersByTimeAsync(0)
  expect(status.querySelector('a')?.href).toBe('https://bff.example/form')
  expect(posted).not.toHaveBeenCalled()
})

it('an early click shows no link to the hosted page if there is none', async () => {
  const { press, button, status } = aDrawnForm({ hasHostedPage: async () => false })
  press.fail()
  button.click()
  await vi.advanceTimersByTimeAsync(0)
  expect(status.textContent).toContain('Stuck')
  expect(status.querySelector('a')).toBeNull()
})

it.each([
  ['waits for the hosted page, however slow the network is', false, 'Wait'],
  ['keeps the form and its input if a sandbox silently forbids forms', true, 'Stuck'],
])('an early click $0', async (_what, isSandboxed, said) => {
  const { press, button, status, posted } = aDrawnForm({ isSandboxed })
  press.fail()
  button.click()
  await vi.advanceTimersByTimeAsync(2 * submitTimeoutMs)
  expect(posted).toHaveBeenCalledTimes(1)
  expect(status.textContent).toContain(said)
})

it('an early click sends its origin even if the page hides it: the hosted page accepts a form from nobody else', async () => {
  const { press, button, posted } = aDrawnForm()
  const policy = () => document.head.querySelector<HTMLMetaElement>('meta[name=referrer]')?.content
  posted.mockImplementation(() => expect(policy()).toBe('strict-origin'))
  press.fail()
  button.click()
  await vi.advanceTimersByTimeAsync(0)
  expect(posted).toHaveBeenCalledTimes(1)
})

it('an early click shows an error for its own blocked post only: not for another form’s, and not for a report-only policy', async () => {
  const { press, button, status } = aDrawnForm()
  const forbid = (disposition: string) =>
    document.dispatchEvent(
      Object.assign(new Event('securitypolicyviolation'), { effectiveDirective: 'form-action', disposition }),
    )
  forbid('enforce')
  expect(status.textContent).toBe('')
  press.fail()
  button.click()
  await vi.advanceTimersByTimeAsync(0)
  forbid('report')
  expect(status.textContent).toBe('Wait')
  forbid('enforce')
  expect(status.textContent).toContain('Stuck')
})
