/** Variables of earlier versions that nothing reads any more. */
import type { Environment } from '../options/read-environment.ts'

/** What replaces each, as a sentence. */
const removedVariables: Readonly<Record<string, string>> = {
  BREAKER: 'the circuit breaker is always on.',
  IN_FLIGHT: 'up to 256 registrations are in flight, fewer while the service is strained.',
  UNLIMITED_NETWORKS: 'no network is refused; RATE_LIMITS=address=100/600 asks for a proof of work later.',
  WAITING_ROOM: 'up to 512 registrations wait for 5 s at most.',
}

/** Returns the removed variables that are set, and what to do; never a value. */
export function findRemovedVariables(env: Environment): { variable: string; todo: string }[] {
  return Object.entries(removedVariables).flatMap(([variable, todo]) => {
    const value: unknown = env[variable]
    return typeof value === 'string' && value.trim() !== '' ? [{ variable, todo }] : []
  })
}
