/** The log of the node door: pino, one line of JSON each, on standard output. */
import { type DestinationStream, pino } from 'pino'
import type { Log } from './log.ts'

/** A {@link Log} on pino: keys `t`, `level` and those of the line; no process id, no host name. */
export function pinoLog(destination?: DestinationStream): Log {
  const settings = {
    base: null,
    level: 'debug',
    timestamp: () => `,"t":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  const logger = destination === undefined ? pino(settings) : pino(settings, destination)
  return ({ level, ...rest }) => logger[level](rest)
}
