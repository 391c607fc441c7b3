/** Decompresses a body in bounded memory, by its first bytes and its header. */
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

/** How often a body may be compressed: some proxies compress a compressed body. */
const maxLayers = 3

/** gzip and zlib are recognized by their first bytes, whether a header names them or not; br and raw deflate only by the header
 *  (`Content-Encoding`), because they have no mark. `limit`: bytes after each step; `isCutOff`: decompress as far as it goes.
 *  Returns the bytes, or why there are none: `cut` ends too early or is damaged, `encoded` is in an unknown coding. */
export function decompress(
  body: Uint8Array,
  header: string,
  { limit, isCutOff = false }: { limit: number; isCutOff?: boolean },
): Uint8Array | 'too_large' | 'cut' | 'encoded' {
  // The last coding was applied last.
  const codings = header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  let bytes = body
  for (let layer = 0; layer < maxLayers; layer++) {
    const coding = detectCoding(bytes, codings.at(-1 - layer))
    if (coding === undefined) break
    const unpacked = unpack(bytes, coding, { limit, isCutOff })
    if (typeof unpacked === 'string') return unpacked
    bytes = unpacked
  }
  return bytes === body && codings.length > 0 && !looksLikeText(body) ? 'encoded' : bytes
}

type Coding = 'gzip' | 'zlib' | 'deflate' | 'br'

function detectCoding(bytes: Uint8Array, declaredCoding: string | undefined): Coding | undefined {
  const [first = 0, second = 0] = bytes
  if (first === 0x1f && second === 0x8b) return 'gzip'
  // The first byte names the method (RFC 1950), both together are a multiple of 31.
  if ((first & 0x8f) === 0x08 && ((first << 8) | second) % 31 === 0) return 'zlib'
  if (looksLikeText(bytes)) return undefined
  if (declaredCoding === 'deflate' || declaredCoding === 'br') return declaredCoding
  return undefined
}

/** Whether a body begins as HTML, JSON or other text does: then its header is wrong, and nothing is compressed. */
function looksLikeText(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 32)
  return start.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d)) && start.every((byte) => byte < 0x7f)
}

function unpack(bytes: Uint8Array, coding: Coding, { limit, isCutOff }: { limit: number; isCutOff: boolean }) {
  const options = { maxOutputLength: limit, ...(isCutOff && { finishFlush: constants.Z_SYNC_FLUSH }) }
  const brotli = { maxOutputLength: limit, ...(isCutOff && { finishFlush: constants.BROTLI_OPERATION_FLUSH }) }
  const decompressors = {
    gzip: () => gunzipSync(bytes, options),
    zlib: () => inflateSync(bytes, options),
    deflate: () => inflateRawSync(bytes, options),
    br: () => brotliDecompressSync(bytes, brotli),
  }
  try {
    return decompressors[coding]()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'cut'
  }
}
