/** A press before the program is there is answered once: by the program, or by our own page. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { patience, watchEarlyPress } from './early-press.ts'

const words = { wait: 'Wait', stuck: 'Stuck', ownPage: 'Our page', official: 'Official' }

/** A drawn form; `posted` and `pressed` count what became of its presses. */
function aDrawnForm(deps: { isShared?: boolean; isSandboxed?: boolean; hasOwnPage?: () => Promise<boolean> } = {}) {
  const { isShared = false, isSandboxed = false, hasOwnPage = async () => true } = deps
  document.body.innerHTML =
    '<div><form action="https://bff.example/form"><button type="submit"></button></form></div><p></p>'
  const [mount, line] = [...document.body.children] as HTMLElement[]
  const button = document.querySelector('button')
  if (mount === undefined || line === undefined || button === null) throw new Error('The form is not there.')
  const posted = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {
    if (!isSandboxed) dispatchEvent(new Event('beforeunload'))
  })
  const pressed = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  button.addEventListener('click', pressed)
  const press = watchEarlyPress({ mount, line, words, officialUrl: undefined, isShared, hasOwnPage })
  return { press, button, line, posted, pressed }
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
  const hasOwnPage = () =>
    new Promise<boolean>((resolve) => {
      answer = resolve
    })
  const { press, button, posted, pressed } = aDrawnForm({ hasOwnPage })
  button.click()
  await vi.advanceTimersByTimeAsync(patience)
  press.taken()
  answer(true)
  await vi.advanceTimersByTimeAsync(0)
  expect([pressed.mock.calls.length, posted.mock.calls.length]).toEqual([1, 0])
})

it('an early click opens the hosted page after a timeout, once however often it is repeated', async () => {
  const { button, posted, pressed } = aDrawnForm()
  button.click()
  button.click()
  await vi.advanceTimersByTimeAsync(patience)
  expect([pressed.mock.calls.length, posted.mock.calls.length]).toEqual([0, 1])
})

it('an early click on a shared device shows the message each time, and the form never opens another page', async () => {
  const { button, line, posted } = aDrawnForm({ isShared: true })
  for (const _ of [1, 2]) {
    button.click()
    expect(line.textContent).toBe('Wait')
    await vi.advanceTimersByTimeAsync(patience)
    expect(line.textContent).toContain('Stuck')
  }
  expect(posted).not.toHaveBeenCalled()
})

it('an early click keeps the form and its input if the hosted page cannot be reached', async () => {
  const { press, button, line, posted } = aDrawnForm({ hasOwnPage: () => Promise.reject(new Error('offline')) })
  press.failed()
  button.click()
  await vi.advanceTimersByTimeAsync(0)
  expect(line.querySelector('a')?.href).toBe('https://bff.example/form')
  expect(posted).not.toHaveBeenCalled()
})

it('an early click shows no link to the hosted page if there is none', async () => {
  const { press, button, line } = aDrawnForm({ hasOwnPage: async () => false })
  press.failed()
  button.click()
  await vi.advanceTimersByTimeAsync(0)
  expect(line.textContent).toContain('Stuck')
  expect(line.querySelector('a')).toBeNull()
})

it.each([
  ['waits for the hosted page, however slow the network is', false, 'Wait'],
  ['keeps the form and its input if a sandbox silently forbids forms', true, 'Stuck'],
])('an early click $0', async (_what, isSandboxed, said) => {
  const { press, button, line, posted } = aDrawnForm({ isSandboxed })
  press.failed()
  button.click()
  await vi.advanceTimersByTimeAsync(2 * patience)
  expect(posted).toHaveBeenCalledTimes(1)
  expect(line.textContent).toContain(said)
})

it('an early click sends its origin even if the page hides it: the hosted page accepts a form from nobody else', async () => {
  const { press, button, posted } = aDrawnForm()
  const policy = () => document.head.querySelector<HTMLMetaElement>('meta[name=referrer]')?.content
  posted.mockImplementation(() => expect(policy()).toBe('strict-origin'))
  press.failed()
  button.click()
  await vi.advanceTimersByTimeAsync(0)
  expect(posted).toHaveBeenCalledTimes(1)
})

it('an early click shows an error for its own blocked post only: not for another form’s, and not for a report-only policy', async () => {
  const { press, button, line } = aDrawnForm()
  const forbid = (disposition: string) =>
    document.dispatchEvent(
      Object.assign(new Event('securitypolicyviolation'), { effectiveDirective: 'form-action', disposition }),
    )
  forbid('enforce')
  expect(line.textContent).toBe('')
  press.failed()
  button.click()
  await vi.advanceTimersByTimeAsync(0)
  forbid('report')
  expect(line.textContent).toBe('Wait')
  forbid('enforce')
  expect(line.textContent).toContain('Stuck')
})
