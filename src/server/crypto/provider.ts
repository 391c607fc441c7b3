/** Cryptography with the BFF's key material: keyed hashes (HMAC) and sealed boxes (AEAD), here by Web Crypto. That of Node,
 *  which is faster, is in `node-provider.ts`. */

/**
 * HMAC-SHA-256 of a text as 43 URL-safe characters: equal texts have equal hashes, and without the key no one can recover or
 * guess the text.
 */
export type KeyedHash = (text: string) => Promise<string>

/** Encrypts and decrypts texts (AEAD, AES-256-GCM). `bound` is not in the box but must be the same when it is opened. */
export interface SealedBox {
  /** Returns the box as URL-safe text. */
  close(text: string, bound: string): Promise<string>
  /** Returns `undefined` when the box was closed with another key or another `bound`, is truncated, or was modified, even
   *  only in the unused bits of base64: a box has one spelling. */
  open(box: string, bound: string): Promise<string | undefined>
}

/** Creates hashes and boxes. All implementations are compatible: with the same key, one opens what another has closed. */
export interface Ciphers {
  /**
   * @param material at least 32 bytes, or the API secret
   * @param purpose for example `phone v1`: each purpose has its own key
   */
  keyedHash(material: Uint8Array<ArrayBuffer>, purpose: string): KeyedHash
  /** The same for a box, for example with purpose `press v1`. */
  sealedBox(material: Uint8Array<ArrayBuffer>, purpose: string): SealedBox
}

const nonceLength = 12
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The {@link Ciphers} of Web Crypto, which every host has. */
export const webCiphers: Ciphers = {
  keyedHash(material, purpose) {
    const key = deriveKey(material, purpose, { name: 'HMAC', hash: 'SHA-256', length: 256 }, ['sign'])
    return async (text) =>
      toUrlBase64(new Uint8Array(await crypto.subtle.sign('HMAC', await key, encoder.encode(text))))
  },
  sealedBox(material, purpose) {
    const key = deriveKey(material, purpose, { name: 'AES-GCM', length: 256 }, ['encrypt', 'decrypt'])
    return {
      async close(text, bound) {
        const iv = crypto.getRandomValues(new Uint8Array(nonceLength))
        const how = { name: 'AES-GCM', iv, additionalData: encoder.encode(bound) }
        const content = await crypto.subtle.encrypt(how, await key, encoder.encode(text))
        return toUrlBase64([...iv, ...new Uint8Array(content)])
      },
      async open(box, bound) {
        const bytes = fromUrlBase64(box)
        if (bytes === undefined || bytes.length <= nonceLength || toUrlBase64(bytes) !== box) return undefined
        const how = { name: 'AES-GCM', iv: bytes.subarray(0, nonceLength), additionalData: encoder.encode(bound) }
        try {
          return decoder.decode(await crypto.subtle.decrypt(how, await key, bytes.subarray(nonceLength)))
        } catch {
          return undefined
        }
      },
    }
  },
}

/** HKDF-SHA-256: derives a key for one purpose, so that its output is useless for any other. */
async function deriveKey(
  material: Uint8Array<ArrayBuffer>,
  purpose: string,
  type: AesKeyGenParams | HmacKeyGenParams,
  usages: KeyUsage[],
): Promise<CryptoKey> {
  const source = await crypto.subtle.importKey('raw', material, 'HKDF', false, ['deriveKey'])
  const info = encoder.encode(`voter-registration ${purpose}`)
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
    source,
    type,
    false,
    usages,
  )
}

function toUrlBase64(bytes: Iterable<number>): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** `undefined` for anything that is not URL-safe base64. */
function fromUrlBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Key material: the first key seals, all of them open. */
export type KeyRing = readonly [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]]

/**
 * A {@link SealedBox} over a ring. With several keys the box has the key's id as a prefix (`id.box`), which is bound to it,
 * so that a box has one spelling. A box without an id comes from a time with a single key, and is tried with each.
 */
export function ringBox(ciphers: Ciphers, ring: KeyRing, purpose: string): SealedBox {
  const keyOf = (material: Uint8Array<ArrayBuffer>) => ({
    id: ciphers
      .keyedHash(
        material,
        'key id v1',
      )('')
      .then((hash) => hash.slice(0, 8)),
    box: ciphers.sealedBox(material, purpose),
  })
  const [first, ...others] = ring
  const newest = keyOf(first)
  const keys = [newest, ...others.map(keyOf)]
  return {
    async close(text, bound) {
      if (others.length === 0) return newest.box.close(text, bound)
      const id = await newest.id
      return `${id}.${await newest.box.close(text, `${bound} ${id}`)}`
    },
    async open(sealed, bound) {
      const dot = sealed.indexOf('.')
      const named = dot === -1 ? undefined : sealed.slice(0, dot)
      for (const { id, box } of keys) {
        if (named !== undefined && named !== (await id)) continue
        const text = await box.open(sealed.slice(dot + 1), named === undefined ? bound : `${bound} ${named}`)
        if (text !== undefined) return text
      }
      return undefined
    },
  }
}

/** Returns 128 bits of a text's SHA-256 in hexadecimal. Only for texts that cannot be guessed, or whose digest is sealed. */
export async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
