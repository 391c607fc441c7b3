/** The log of the node door: pino, one line of JSON each, on standard output. */
import { type DestinationStream, pino } from 'pino'
import type { Log } from './log.ts'
import { inOneGo } from './log-batching.ts'

/** Where lines go; what keeps some back for a while can be told to write them. */
type Destination = DestinationStream & { flushSync?: () => void }

/** A {@link Log} on pino: keys `t`, `level` and those of the line; no process id, no host name. */
export function pinoLog(destination: Destination = standardOutput()): Log {
  const settings = {
    base: null,
    level: 'debug',
    timestamp: () => `,"t":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  const logger = pino(settings, destination)
  return ({ level, ...rest }) => {
    logger[level](rest)
    // Evidence, where there is no disk: a process that is killed after the answer must have left it.
    if (rest.code === 'consent_receipt') destination.flushSync?.()
  }
}

let kept: Destination | undefined

/** One for the process, however many servers it runs. */
function standardOutput(): Destination {
  kept ??= inOneGo(pino.destination({ fd: 1, sync: true }))
  return kept
}
