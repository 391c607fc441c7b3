/** Synchronous SHA-256, for validating options and hashing texts: the platform's own digest is asynchronous. Not for
 *  secrets: it does not run in constant time. */

const primes = Array.from({ length: 312 }, (_, number) => number).filter(
  (number) =>
    number > 1 && Array.from({ length: number - 2 }, (_, less) => less + 2).every((less) => number % less > 0),
)
/** Returns the first 32 bits of the fraction of a root: the constants of FIPS 180-4. */
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0
const rounds = primes.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)))
const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

/**
 * Returns the SHA-256 (FIPS 180-4) of a text in UTF-8.
 *
 * @returns 64 hexadecimal digits
 */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const length = Math.ceil((bytes.length + 9) / 64) * 64
  const padded = new DataView(new ArrayBuffer(length))
  for (const [index, byte] of bytes.entries()) padded.setUint8(index, byte)
  padded.setUint8(bytes.length, 0x80)
  padded.setBigUint64(length - 8, BigInt(bytes.length) * 8n)
  let state: readonly number[] = start
  for (let offset = 0; offset < length; offset += 64) state = compress(state, padded, offset)
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** Returns the state after one more block of 64 bytes. */
function compress(before: readonly number[], block: DataView, offset: number): number[] {
  const words = new Int32Array(64)
  const at = (index: number) => words[index] ?? 0
  for (let index = 0; index < 64; index++) {
    if (index < 16) {
      words[index] = block.getInt32(offset + index * 4)
      continue
    }
    const [old, late] = [at(index - 15), at(index - 2)]
    const first = rotate(old, 7) ^ rotate(old, 18) ^ (old >>> 3)
    const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    words[index] = at(index - 16) + first + at(index - 7) + second
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = before
  for (let index = 0; index < 64; index++) {
    const sumE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const chosen = (e & f) ^ (~e & g)
    const first = (h + sumE + chosen + (rounds[index] ?? 0) + at(index)) | 0
    const sumA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const second = (sumA + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + (before[index] ?? 0)) | 0)
}
