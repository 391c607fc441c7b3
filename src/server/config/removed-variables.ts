/** Variables of earlier versions that nothing reads any more. */
import type { Environment } from '../options/read-environment.ts'

/** What replaces each, as a sentence. */
const removedVariables: Readonly<Record<string, string>> = {
  BREAKER: 'The circuit breaker is always on.',
  IN_FLIGHT: 'Up to 256 registrations are in flight, fewer while the service is strained.',
  UNLIMITED_NETWORKS: 'No network is refused; RATE_LIMITS=address=100/600 asks for a proof of work later.',
  WAITING_ROOM: 'Up to 512 registrations wait for 5 s at most.',
  CONSENT_ORDER: 'The approved text is open, and its translation is folded below it.',
  DRAFTS: 'Set LANGUAGES to the languages that the form has, as in en,es, or all.',
  OLD_API_KEY_ID: 'Set API_KEY_ID to the new and the old id, separated by a comma.',
  OLD_API_KEY_SECRET: 'Set API_KEY_SECRET to the new and the old secret, separated by a comma.',
  OLD_API_KEY_SECRET_FILE:
    'Write the new and the old secret, separated by a comma, into the file of API_KEY_SECRET_FILE.',
  PAGE_KEEP_TYPED: 'The hosted page keeps what was typed in the tab for 30 minutes.',
  PAGE_URL: 'Set TRUST_PROXY_HOPS, and let the proxy pass the Host header on.',
  PARTNERS: 'Set PARTNERS_FILE to a JSON file with the partners.',
  PHONE_COUNTRIES: 'Numbers of every country are taken.',
  UPTIME_CACHE_SECONDS: 'An answer of the Uptime API is fresh for 60 s.',
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
