import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCipher, keyedHash } from './provider.ts'

const purposes = fc.constantFrom('press v1', 'phone v1', 'limits v1')
const materials = fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => new Uint8Array(bytes))
/** Any well-formed text: texts have been decoded from UTF-8 or JSON before they are closed. */
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 3_000 }),
  fc.integer({ min: 4_090, max: 4_100 }).map((length) => '\u20ac'.repeat(length)),
)

describe('the ciphers', () => {
  it('compute the known HMAC-SHA-256 under a key of HKDF-SHA-256, so stored fingerprints stay valid', () => {
    const material = new TextEncoder().encode('a-secret-of-the-tests-with-32-bytes')
    const hash = keyedHash(material, 'phone v1')
    expect(hash('6175551234')).toBe('yPdRAcAOgOiXfJWnr1FHc61eQ8MHozbzXZGdMK_35Yk')
  })

  it('decrypt what they have encrypted', () => {
    fc.assert(
      fc.property(materials, purposes, texts, fc.string(), (material, purpose, text, bound) => {
        const node = createCipher(material, purpose)
        expect(node.decrypt(node.encrypt(text, bound), bound)).toBe(text)
      }),
    )
  })

  it('decrypt nothing that is cut, changed, of another key or bound to another context', () => {
    fc.assert(
      fc.property(materials, texts, fc.nat(), (material, text, at) => {
        const node = createCipher(material, 'press v1')
        const encrypted = node.encrypt(text, 'a')
        const place = at % encrypted.length
        expect(node.decrypt(encrypted, 'b')).toBeUndefined()
        expect(node.decrypt(encrypted.slice(0, place), 'a')).toBeUndefined()
        expect(createCipher(material, 'press v2').decrypt(encrypted, 'a')).toBeUndefined()
        const bytes = Buffer.from(encrypted, 'base64url')
        const byte = at % bytes.length
        bytes.writeUInt8(bytes.readUInt8(byte) ^ 1, byte)
        expect(node.decrypt(bytes.toString('base64url'), 'a')).toBeUndefined()
      }),
    )
  })

  it('never encrypt two texts with the same nonce', () => {
    const cipher = createCipher(new Uint8Array(32), 'press v1')
    const nonces = new Set<string>()
    for (let each = 0; each < 1_000; each++) nonces.add(cipher.encrypt('the same', 'a').slice(0, 16))
    expect(nonces.size).toBe(1_000)
  })
})
