/** A page that is the same for every visit except for a few values: its text is rendered and compressed once, since anyone can
 *  request it, and each visit's own values are filled in. */
import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { PageAnswer } from '../../contract/page-interface.ts'

/** Placeholders in the text for the values of a visit; they occur nowhere else in a page. */
export const stands = { key: 'stands-for-key', address: 'stands-for-address', own: 'stands-for-own' } as const

/** The values of a visit, as HTML. */
type OwnValues = Record<keyof typeof stands, string>

/**
 * Caches a page.
 *
 * @param text the page, with {@link stands} in it
 * @returns a function that returns the body of one visit, and the same with gzip
 */
export function cachePage(text: string): (own: OwnValues) => Pick<PageAnswer, 'body' | 'gzip'> {
  const pieces = text.split(/stands-for-(key|address|own)/).map((part, index) => {
    if (index % 2 === 1) return isName(part) ? part : 'own'
    const bytes = Buffer.from(part)
    // A flush ends on a whole byte, so that any block may follow.
    const packed = deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_SYNC_FLUSH })
    return { text: part, bytes, packed }
  })
  return (own) => {
    const filled = pieces.map((piece) => (typeof piece === 'string' ? ownPiece(own[piece]) : piece))
    return { body: filled.map((piece) => piece.text).join(''), gzip: () => gzipOf(filled) }
  }
}

const isName = (text: string): text is keyof typeof stands => Object.hasOwn(stands, text)

/** A part of a page, with its `deflate` blocks (RFC 1951). */
interface Piece {
  text: string
  bytes: Buffer<ArrayBuffer>
  packed: Buffer<ArrayBuffer>
}

/** The values of a visit are not compressed: the length would reveal them (BREACH). */
function ownPiece(text: string): Piece {
  const bytes = Buffer.from(text)
  const blocks = []
  for (let at = 0; at < bytes.length; at += longestBlock) blocks.push(stored(bytes.subarray(at, at + longestBlock)))
  return { text, bytes, packed: Buffer.concat(blocks) }
}

const longestBlock = 0xffff

/** A block without compression. */
function stored(bytes: Buffer<ArrayBuffer>, isLast = false): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(5)
  head.writeUInt8(isLast ? 1 : 0, 0)
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(bytes.length ^ longestBlock, 3)
  return Buffer.concat([head, bytes])
}

/** The gzip header (RFC 1952): deflate, no name, no time, unknown system. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
const lastBlock = stored(Buffer.alloc(0), true)

function gzipOf(pieces: readonly Piece[]): Buffer<ArrayBuffer> {
  const end = Buffer.alloc(8)
  end.writeUInt32LE(pieces.reduce((sum, { bytes }) => crc32(bytes, sum), 0))
  end.writeUInt32LE(pieces.reduce((sum, { bytes }) => sum + bytes.length, 0) >>> 0, 4)
  return Buffer.concat([gzipHead, ...pieces.map(({ packed }) => packed), lastBlock, end])
}
