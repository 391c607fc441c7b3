/** A bad network between BFF and service: the right screen, and never a second registration. `FAULT_ROUNDS` repeats
 *  each fault so many times. */
import type { Fault } from './fault-proxy.ts'
import type { Step } from './form-page.ts'
import { aVoter } from './people.ts'
import { expect, test } from './test.ts'

const rounds = Number(process.env.FAULT_ROUNDS ?? 1)

interface Case {
  fault: Fault
  /** The screens that tell the truth. */
  steps: Step[]
  /** How many registrations reach the service. */
  sent: number
}

const unknown: Step[] = ['may-have-been-sent']

const cases: Record<string, Case> = {
  'the connection is reset at once': {
    fault: { kind: 'reset-on-connect' },
    steps: ['not-sent', 'may-have-been-sent'],
    sent: 0,
  },
  'the connection is reset before the request is through': {
    fault: { kind: 'reset-before-forward' },
    steps: unknown,
    sent: 0,
  },
  'the connection is reset when the answer begins': { fault: { kind: 'reset-after-forward' }, steps: unknown, sent: 1 },
  'the answer ends after its first byte': { fault: { kind: 'cut-answer', bytes: 1 }, steps: unknown, sent: 1 },
  'the answer ends within its headers': { fault: { kind: 'cut-answer', bytes: 60 }, steps: unknown, sent: 1 },
  'the answer ends within its body': { fault: { kind: 'cut-answer', bytes: 600 }, steps: unknown, sent: 1 },
  'nothing comes back, nothing is passed on': { fault: { kind: 'blackhole' }, steps: unknown, sent: 0 },
  'the answer is lost': { fault: { kind: 'drop-answer' }, steps: unknown, sent: 1 },
  'the answer is late': { fault: { kind: 'delay-answer', ms: 2500 }, steps: ['answer'], sent: 1 },
}

for (const [name, { fault, steps, sent }] of Object.entries(cases)) {
  test(`${name}: ${steps.join(' or ')}`, async ({ form, stack }) => {
    test.setTimeout(90_000 * rounds)
    for (let round = 1; round <= rounds; round++) {
      await stack.reset()
      await form.open()
      await form.fill(aVoter())
      stack.network.set(fault)
      await form.send.click()
      await expect(form.root).toHaveAttribute('data-step', new RegExp(`^(${steps.join('|')})$`), { timeout: 40_000 })
      expect((await stack.received()).registrations, `round ${round}`).toHaveLength(sent)
    }
  })
}

test('the service is not there at all: not sent, and it works when it is back', async ({ form, stack }) => {
  await form.open()
  await form.fill(aVoter())
  await stack.network.close()
  await form.send.click()
  await form.expectStep('not-sent')
  await stack.network.open()
  await form.tryAgain.click()
  await form.expectStep('answer')
  expect((await stack.received()).registrations).toHaveLength(1)
})

test('the answer was lost: the same form sent again by a program under the same key registers once', async ({
  form,
  page,
  stack,
}) => {
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await form.open()
  await form.register(aVoter())
  await form.expectStep('answer')
  const request = await sent
  const again = await Promise.all(
    Array.from({ length: 5 }, () =>
      fetch(request.url(), {
        method: 'POST',
        headers: { ...request.headers(), origin: stack.site },
        body: request.postData() ?? '',
      }),
    ),
  )
  expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect((await stack.received()).registrations).toHaveLength(1)
})
