/** The network faults between BFF and service, and the screens that are correct for each. */
import type { Fault } from './fault-proxy.ts'
import type { Step } from './form-page.ts'

/** One fault mode. */
export interface FaultMode {
  /** `refused`: nothing listens on the port. */
  fault: Fault | { kind: 'refused' }
  /** The screens that are correct. */
  steps: readonly Step[]
  /** Number of registrations that reach the service per submit. */
  sent: 0 | 1
  /** Lasts until a deadline, and is therefore left out of the short run. */
  long?: true
  /** Part of the main path: `npm test` runs it too. */
  main?: true
}

const unknown: readonly Step[] = ['may-have-been-sent']

/** All fault modes, by a description of what happens. */
export const faultModes: Readonly<Record<string, FaultMode>> = {
  'nobody is there': { fault: { kind: 'refused' }, steps: ['not-sent'], sent: 0, main: true },
  // If a keep-alive connection was reset, it is unknown whether something was sent.
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
  'the request is cut': { fault: { kind: 'cut-request', bytes: 300 }, steps: unknown, sent: 0 },
  'the connection is reset when the answer begins': { fault: { kind: 'reset-after-forward' }, steps: unknown, sent: 1 },
  'the answer ends after its first byte': { fault: { kind: 'cut-answer', bytes: 1 }, steps: unknown, sent: 1 },
  'the answer ends within its headers': { fault: { kind: 'cut-answer', bytes: 100 }, steps: unknown, sent: 1 },
  'the answer ends within its body': { fault: { kind: 'cut-answer', bytes: 700 }, steps: unknown, sent: 1, main: true },
  'the answer ends before its last byte': { fault: { kind: 'cut-last-byte' }, steps: unknown, sent: 1 },
  'the answer is corrupted': { fault: { kind: 'corrupt' }, steps: unknown, sent: 1 },
  'something answers that is no HTTP': { fault: { kind: 'garbage' }, steps: unknown, sent: 0 },
  'the answer comes as a 503': { fault: { kind: 'rewrite-status', status: 503 }, steps: unknown, sent: 1 },
  'nothing comes back, nothing is passed on': { fault: { kind: 'blackhole' }, steps: unknown, sent: 0 },
  'the answer is lost': { fault: { kind: 'drop-answer' }, steps: unknown, sent: 1, long: true },
  'the answer is late': { fault: { kind: 'delay-answer', ms: 3_000 }, steps: ['answer'], sent: 1 },
  'the answer is later than the deadline': {
    fault: { kind: 'delay-answer', ms: 16_000 },
    steps: unknown,
    sent: 1,
    long: true,
  },
  'the answer comes byte by byte': { fault: { kind: 'drip', ms: 100 }, steps: unknown, sent: 1, long: true },
}
