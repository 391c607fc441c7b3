import { describe, expect, it } from 'vitest'
import { anAnswer } from '../../../contract/testing/samples.ts'
import { type FlowAction, firstStep, flowReducer, type Step } from './flow-reducer.ts'

const answer = anAnswer()
const steps: Record<Step['type'], Step> = {
  form: { type: 'form' },
  sending: { type: 'sending' },
  answer: { type: 'answer', answer, receivedAt: 5, isRestored: false },
  'not-sent': { type: 'not-sent', code: 'upstream_busy', retryAt: 9 },
  'outcome-unknown': { type: 'outcome-unknown', code: 'timeout' },
}
const actions: Record<FlowAction['type'], FlowAction> = {
  send: { type: 'send' },
  invalid: { type: 'invalid' },
  back: { type: 'back' },
  correct: { type: 'correct' },
  reset: { type: 'reset' },
  answered: { type: 'answered', answer, receivedAt: 7 },
  restored: { type: 'restored', answer, receivedAt: 8 },
  'not-sent': { type: 'not-sent', code: 'offline', reference: 'ref-1' },
  'outcome-unknown': { type: 'outcome-unknown', code: 'network' },
  online: { type: 'online', retryAt: 12, isAutomatic: true },
}

/** For each step, the result of each action; actions that are not listed have no effect. */
const table: Record<Step['type'], Partial<Record<FlowAction['type'], Step>>> = {
  form: {
    send: steps.sending,
    reset: firstStep,
    restored: { type: 'answer', answer, receivedAt: 8, isRestored: true },
  },
  sending: {
    send: steps.sending,
    reset: firstStep,
    invalid: firstStep,
    answered: { type: 'answer', answer, receivedAt: 7, isRestored: false },
    'not-sent': { type: 'not-sent', code: 'offline', reference: 'ref-1' },
    'outcome-unknown': { type: 'outcome-unknown', code: 'network' },
  },
  answer: { send: steps.sending, reset: firstStep, correct: firstStep },
  'not-sent': { send: steps.sending, reset: firstStep, back: firstStep },
  'outcome-unknown': { send: steps.sending, reset: firstStep, back: firstStep },
}

describe('the flow reducer', () => {
  it('starts with the form', () => {
    expect(firstStep).toEqual({ type: 'form' })
  })

  for (const at of Object.keys(steps) as Step['type'][]) {
    for (const type of Object.keys(actions) as FlowAction['type'][]) {
      const wanted = table[at][type] ?? steps[at]
      it(`moves from ${at} to ${wanted.type} on ${type}`, () => {
        expect(flowReducer(steps[at], actions[type])).toEqual(wanted)
      })
    }
  }

  it('continues after an offline error once the connection is back, and only then', () => {
    const offline: Step = { type: 'not-sent', code: 'offline' }
    const online = flowReducer(offline, { type: 'online', retryAt: 12, isAutomatic: true })
    expect(online).toEqual({ ...offline, retryAt: 12, isAutomatic: true })
    expect(flowReducer(online, { type: 'online', retryAt: 20, isAutomatic: true })).toBe(online)
  })

  it('asks at the form before a registration with an unknown outcome is resent', () => {
    const asks: Step = { type: 'outcome-unknown', code: 'timeout', mustConfirm: true }
    expect(flowReducer(firstStep, asks)).toEqual(asks)
  })
})
