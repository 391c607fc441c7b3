import { describe, expect, it } from 'vitest'
import { anAnswer } from '../testing/samples.ts'
import { firstStep, type Happening, next, type Step } from './flow.ts'

const answer = anAnswer()
const steps: Record<Step['at'], Step> = {
  form: { at: 'form' },
  sending: { at: 'sending' },
  answer: { at: 'answer', answer, receivedAt: 5 },
  'not-sent': { at: 'not-sent', code: 'upstream_busy', retryAt: 9 },
  'may-have-been-sent': { at: 'may-have-been-sent', code: 'timeout' },
}
const happenings: Record<Happening['type'], Happening> = {
  send: { type: 'send' },
  refused: { type: 'refused' },
  back: { type: 'back' },
  reset: { type: 'reset' },
  answered: { type: 'answered', answer, receivedAt: 7 },
  'not-sent': { type: 'not-sent', code: 'offline', reference: 'ref-1' },
  'may-have-been-sent': { type: 'may-have-been-sent', code: 'network' },
}

/** For each step, what each happening leads to; what is not listed changes nothing. */
const table: Record<Step['at'], Partial<Record<Happening['type'], Step>>> = {
  form: { send: steps.sending, reset: firstStep },
  sending: {
    send: steps.sending,
    reset: firstStep,
    refused: firstStep,
    answered: { at: 'answer', answer, receivedAt: 7 },
    'not-sent': { at: 'not-sent', code: 'offline', reference: 'ref-1' },
    'may-have-been-sent': { at: 'may-have-been-sent', code: 'network' },
  },
  answer: { send: steps.sending, reset: firstStep },
  'not-sent': { send: steps.sending, reset: firstStep, back: firstStep },
  'may-have-been-sent': { send: steps.sending, reset: firstStep },
}

describe('the story of a voter', () => {
  it('begins with the form', () => {
    expect(firstStep).toEqual({ at: 'form' })
  })

  for (const at of Object.keys(steps) as Step['at'][]) {
    for (const type of Object.keys(happenings) as Happening['type'][]) {
      const wanted = table[at][type] ?? steps[at]
      it(`${type} at ${at} leads to ${wanted.at}`, () => {
        expect(next(steps[at], happenings[type])).toEqual(wanted)
      })
    }
  }
})
