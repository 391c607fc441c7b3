/** UUIDs derived from names (RFC 9562, version 5): a site has the same UUID in every database, and a check needs no column
 *  for its own. */
import { createHash } from 'node:crypto'

const root = Buffer.from('6f4d0c5e6a3b4c1f9a2e7d1b5c8e0f31', 'hex')

/**
 * Returns the UUID of a name.
 *
 * @param kind separates the names of different things
 */
export function nameUuid(kind: 'site' | 'check' | 'downtime' | 'via' | 'notice', name: string): string {
  const hash = createHash('sha1').update(root).update(`${kind}:${name}`).digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
