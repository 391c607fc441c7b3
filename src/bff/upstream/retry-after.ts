/** Reads when the service wants to be asked again. */
import type { TransportReply } from './transport.ts'

/**
 * The service's `Retry-After`, in seconds or as a date by its own clock, as 1 to `most` seconds.
 *
 * @returns `undefined` when it has none that can be read
 */
export function retryAfter(reply: TransportReply, most: number): number | undefined {
  const value = reply.header('retry-after')?.trim()
  if (value === undefined || value === '') return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - clockOf(reply)) / 1000
  return Number.isNaN(seconds) ? undefined : Math.min(most, Math.max(1, Math.ceil(seconds)))
}

function clockOf(reply: TransportReply): number {
  const time = Date.parse(reply.header('date') ?? '')
  return Number.isNaN(time) ? Date.now() : time
}
