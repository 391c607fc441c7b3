/** The empty form, which is the same for every visit except for a few values. It is rendered and compressed once for each
 *  language and appearance, since anyone can request it; each visit's own values are filled in. */
import { constants, crc32, deflateRawSync } from 'node:zlib'

/** Placeholders for the values of a visit; they occur nowhere else in a page. */
export const placeholders = { key: 'stands-for-key', address: 'stands-for-address', visit: 'stands-for-visit' } as const

/** Values of a visit, as HTML. */
type PlaceholderValues = Record<keyof typeof placeholders, string>

/**
 * Compresses a page.
 *
 * @param html the page, with {@link placeholders} in it
 * @returns a function that returns the page of one visit, and the same with gzip
 */
export function compressTemplate(html: string) {
  const pieces = html.split(/stands-for-(key|address|visit)/).map((text, index) => {
    if (index % 2 === 0) return { text, block: deflate(text, 9) }
    return text === 'key' || text === 'address' ? text : 'visit'
  })
  return (values: PlaceholderValues) => {
    const filled = pieces.map((piece) => {
      if (typeof piece === 'object') return piece
      // Not compressed: the length would reveal the value (BREACH).
      return { text: values[piece], block: deflate(values[piece], 0) }
    })
    const body = filled.map(({ text }) => text).join('')
    return {
      body,
      gzip: () =>
        gzipBlocks(
          filled.map(({ block }) => block),
          Buffer.from(body),
        ),
    }
  }
}

/** A flush ends on a whole byte, so that any block may follow. */
const deflate = (text: string, level: number) => deflateRawSync(text, { level, finishFlush: constants.Z_SYNC_FLUSH })

/** The gzip header (RFC 1952): deflate, no name, no time, unknown system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
const lastBlock = deflateRawSync('')

function gzipBlocks(blocks: readonly Buffer[], body: Buffer): Buffer<ArrayBuffer> {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(body))
  trailer.writeUInt32LE(body.length, 4)
  return Buffer.concat([gzipHeader, ...blocks, lastBlock, trailer])
}
