/** Checks whether `security.txt` is served, and for how long it counts. */
import { type BffOptions, variables } from '../../config/options.ts'
import type { Finding } from './finding.ts'

const day = 86_400_000
const name = 'security.txt'
const { securityContact: contact, securityExpires: expires } = variables

/** @param now milliseconds since 1970 */
export function checkSecurityTxt({ securityContact, securityExpires }: BffOptions, now: number): Finding[] {
  if (securityContact === undefined && securityExpires === undefined) return []
  if (securityContact === undefined || securityExpires === undefined) {
    const missing = securityContact === undefined ? contact : expires
    const todo = `Set ${missing} too: the file is served with both.`
    return [{ name, state: 'warning', seen: `${missing} is not set`, todo }]
  }
  // The file counts until the end of that day, in UTC.
  const left = Math.ceil((Date.parse(securityExpires) + day - now) / day)
  const seen =
    left > 0
      ? `the file counts for ${left} more ${left === 1 ? 'day' : 'days'}, to the end of ${expires}`
      : `${expires} has passed: ${securityExpires}`
  if (left > 366) return [{ name, state: 'warning', seen, todo: 'Choose a day within a year, as RFC 9116 advises.' }]
  const todo = `Make sure that somebody reads ${contact}, then move ${expires} on.`
  return [left > 30 ? { name, state: 'ok', seen } : { name, state: 'warning', seen, todo }]
}
