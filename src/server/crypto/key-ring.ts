/** A sealed box that several keys open, so that a key can be rotated while boxes sealed with the previous one are in use. */
import type { Ciphers, SealedBox } from './provider.ts'

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
