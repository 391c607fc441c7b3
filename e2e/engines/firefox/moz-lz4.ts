/** The compression format of Firefox's session file. */

const magic = 'mozLz40\0'

/**
 * Decompresses a file of Firefox's: magic number, length, and one LZ4 block (lz4_Block_format.md).
 *
 * @returns the same bytes for a file in another format
 */
export function unpacked(file: Buffer): Buffer {
  if (!file.subarray(0, magic.length).equals(Buffer.from(magic))) return file
  const text = Buffer.alloc(file.readUInt32LE(magic.length))
  let from = magic.length + 4
  let to = 0
  const lengthOf = (short: number) => {
    let length = short
    for (let more = short === 15 ? 255 : 0; more === 255; length += more) more = file.readUInt8(from++)
    return length
  }
  while (from < file.length) {
    const token = file.readUInt8(from++)
    const literals = lengthOf(token >> 4)
    file.copy(text, to, from, from + literals)
    from += literals
    to += literals
    // The last sequence has literals only, no match.
    if (from >= file.length) break
    const back = file.readUInt16LE(from)
    from += 2
    for (let left = lengthOf(token & 15) + 4; left > 0; left--) text[to] = text.readUInt8(to++ - back)
  }
  return text
}
