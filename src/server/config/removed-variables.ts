/** Variables of earlier versions that nothing reads any more. */
import type { Environment } from '../options/read-environment.ts'

/** What replaces each, as a sentence. */
const removedVariables: Readonly<Record<string, string>> = {
  BREAKER: 'the circuit breaker is always on.',
  IN_FLIGHT: 'up to 256 registrations are in flight, fewer while the service is strained.',
  UNLIMITED_NETWORKS: 'no network is refused; RATE_LIMITS=address=100/600 asks for a proof of work later.',
  WAITING_ROOM: 'up to 512 registrations wait for 5 s at most.',
  MONITOR_URL: 'Link to the status page of the monitor itself.',
  MONITOR_WEBHOOK_FORMAT: 'Webhooks are signed (Standard Webhooks): set MONITOR_WEBHOOK_SECRET.',
  SECURITY_CONTACT: 'Let the web server serve security.txt.',
  SECURITY_EXPIRES: 'Let the web server serve security.txt.',
}

/** Returns the removed variables that are set, and what to do; never a value. */
export function findRemovedVariables(env: Environment): { variable: string; todo: string }[] {
  return Object.entries(removedVariables).flatMap(([variable, todo]) => {
    const value: unknown = env[variable]
    return typeof value === 'string' && value.trim() !== '' ? [{ variable, todo }] : []
  })
}
