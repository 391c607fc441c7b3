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

it('is the program’s when it comes while our own page is asked about', async () => {
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

it('goes to our own page after its patience, once however often it is repeated', async () => {
  const { button, posted, pressed } = aDrawnForm()
  button.click()
  button.click()
  await vi.advanceTimersByTimeAsync(patience)
  expect([pressed.mock.calls.length, posted.mock.calls.length]).toEqual([0, 1])
})

it('is answered again on a device of many voters, whose form never leaves for another page', async () => {
  const { button, line, posted } = aDrawnForm({ isShared: true })
  for (const _ of [1, 2]) {
    button.click()
    expect(line.textContent).toBe('Wait')
    await vi.advanceTimersByTimeAsync(patience)
    expect(line.textContent).toContain('Stuck')
  }
  expect(posted).not.toHaveBeenCalled()
})

it('stays with what was typed where our own page cannot be asked about', async () => {
  const { press, button, line, posted } = aDrawnForm({ hasOwnPage: () => Promise.reject(new Error('offline')) })
  press.failed()
  button.click()
  await vi.advanceTimersByTimeAsync(0)
  expect(line.querySelector('a')?.href).toBe('https://bff.example/form')
  expect(posted).not.toHaveBeenCalled()
})

it('has no link to our own page where there is none', async () => {
  const { press, button, line } = aDrawnForm({ hasOwnPage: async () => false })
  press.failed()
  button.click()
  await vi.advanceTimersByTimeAsync(0)
  expect(line.textContent).toContain('Stuck')
  expect(line.querySelector('a')).toBeNull()
})

it.each([
  ['waits for our own page, however slow the network is', false, 'Wait'],
  ['stays with what was typed where a sandbox forbids forms, and nothing tells', true, 'Stuck'],
])('%s', async (_what, isSandboxed, said) => {
  const { press, button, line, posted } = aDrawnForm({ isSandboxed })
  press.failed()
  button.click()
  await vi.advanceTimersByTimeAsync(2 * patience)
  expect(posted).toHaveBeenCalledTimes(1)
  expect(line.textContent).toContain(said)
})

it('tells its origin, which a page may hide: our own page takes a form from nobody else', async () => {
  const { press, button, posted } = aDrawnForm()
  const policy = () => document.head.querySelector<HTMLMetaElement>('meta[name=referrer]')?.content
  posted.mockImplementation(() => expect(policy()).toBe('strict-origin'))
  press.failed()
  button.click()
  await vi.advanceTimersByTimeAsync(0)
  expect(posted).toHaveBeenCalledTimes(1)
})

it('is refused by a policy only for its own post: not for another form’s, and not where a policy only reports', async () => {
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
