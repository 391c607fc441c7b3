/** The keys that an operator configures: how they are written, and what is wrong with them. */
import type { EncryptionKeys } from './provider.ts'

/** The id of the key that the sandbox accepts; no real service does. */
export const sandboxKeyId = '00000000-0000-4000-8000-000000000001'

/** Whether the service is the sandbox. Only the key decides: an address on this machine may be a tunnel to the real service. */
export const isSandbox = ({ apiKeyId }: { apiKeyId?: unknown }): boolean => apiKeyId === sandboxKeyId

/** The new key is first. A secret may contain a comma: split only at two ids; empty secrets where the numbers differ. */
export function parseApiKeys(options: { apiKeyId: string; apiKeySecret: string }): { id: string; secret: string }[] {
  const ids = options.apiKeyId.split(',').map((id) => id.trim())
  const secrets =
    ids.length === 1 ? [options.apiKeySecret] : options.apiKeySecret.split(',').map((secret) => secret.trim())
  return ids.map((id, index) => ({ id, secret: secrets.length === ids.length ? (secrets[index] ?? '') : '' }))
}

export const formatBasicAuth = (id = '', secret = '') => `Basic ${btoa(`${id}:${secret}`)}`

/** Problem of one half of a key: it must fit into an `Authorization` header, and the first half has no colon (RFC 7617). */
export function keyHalfProblem(value: string): string | undefined {
  if (/^[\x20-\x39\x3b-\x7e]+$/.test(value)) return undefined
  return 'has a colon, a line break or a character outside ASCII (its value is not shown here)'
}

export function keyIdProblem(value: string): string | undefined {
  return value.includes(' ') ? 'contains a space (its value is not shown here)' : keyHalfProblem(value)
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Problem of one or two key ids of the registration service: it answers 500 to anything but a UUID (R-A100). */
export function keyIdsProblem(value: string): string | undefined {
  const ids = value.split(',').map((id) => id.trim())
  if (ids.length > 2) return 'has more than two ids (its value is not shown here)'
  if (ids.length > 1 && ids.includes(sandboxKeyId)) return "has the sandbox's id, which must be the only one"
  return ids.every((id) => uuid.test(id)) ? undefined : 'is not a UUID (its value is not shown here)'
}

/** Decodes keys of at least 32 bytes in hex or base64 (also URL-safe), separated by commas; `undefined` when one is not valid. */
function parseKeys(text: string): EncryptionKeys | undefined {
  const [first, ...olderKeys] = text.split(',').flatMap((item) => {
    const key = item.trim()
    const isHex = /^([0-9a-f]{2})+$/i.test(key)
    const isBase64 = /^[\w+/-]+={0,2}$/.test(key) && key.replaceAll('=', '').length % 4 !== 1
    return isHex || isBase64 ? Uint8Array.from(Buffer.from(key, isHex ? 'hex' : 'base64')) : new Uint8Array()
  })
  if (first === undefined || [first, ...olderKeys].some(({ length }) => length < 32)) return undefined
  return [first, ...olderKeys]
}

export function keyListProblem(value: string): string | undefined {
  const keys = parseKeys(value)
  if (keys === undefined) return 'is not base64 or hex of at least 32 bytes (its value is not shown here)'
  const isZero = keys.some((key) => key.every((byte) => byte === 0))
  return isZero ? 'is only zeros, which anybody can guess' : undefined
}

export function readKeys(options: {
  apiKeyId: string
  apiKeySecret: string
  encryptionKey?: string | undefined
  receiptKey?: string | undefined
}) {
  const [secret = new Uint8Array(), ...oldSecrets] = parseApiKeys(options).map((key) =>
    new TextEncoder().encode(key.secret),
  )
  const keys: EncryptionKeys = parseKeys(options.encryptionKey ?? '') ?? [secret, ...oldSecrets]
  return {
    /** Key material from which our own keys are derived: `ENCRYPTION_KEY`, else the API secrets. */
    keys,
    /** Key material that hashes phone numbers in receipts, for years: `RECEIPT_KEY`, else the oldest of the keys. */
    receiptMaterial: parseKeys(options.receiptKey ?? '')?.[0] ?? keys.at(-1) ?? keys[0],
  }
}
