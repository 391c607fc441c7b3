/** The log of the node door: pino, one line of JSON each, on standard output. */
import { type DestinationStream, pino } from 'pino'
import { inOneGo } from './in-one-go.ts'
import type { Log } from './log.ts'

/** A {@link Log} on pino: keys `t`, `level` and those of the line; no process id, no host name. */
export function pinoLog(destination: DestinationStream = standardOutput()): Log {
  const settings = {
    base: null,
    level: 'debug',
    timestamp: () => `,"t":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  const logger = pino(settings, destination)
  return ({ level, ...rest }) => logger[level](rest)
}

let kept: DestinationStream | undefined

/** One for the process, however many servers it runs. */
function standardOutput(): DestinationStream {
  kept ??= inOneGo(pino.destination({ fd: 1, sync: true }))
  return kept
}
