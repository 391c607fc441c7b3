/** Validates a logo file: only types that show a picture and do nothing else, so no SVG. */

import { createHash } from 'node:crypto'
import type { Logo } from '../../contract/page-interface.ts'

/** Maximum size of a logo, in bytes. */
const maxBytes = 256 * 1024

/** The first bytes of a file by type; `undefined` is its length. */
const types = [
  { ending: 'png', type: 'image/png', begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { ending: 'jpg', type: 'image/jpeg', begins: [0xff, 0xd8, 0xff] },
  {
    ending: 'webp',
    type: 'image/webp',
    begins: [0x52, 0x49, 0x46, 0x46, undefined, undefined, undefined, undefined, 0x57, 0x45, 0x42, 0x50],
  },
] as const

/**
 * Detects a logo's type by its content, whatever its file name: PNG, JPEG or WebP.
 *
 * @returns the logo, or its problem as a sentence without the file's name
 */
export function readLogo(bytes: Uint8Array<ArrayBuffer>): { logo: Logo } | { problem: string } {
  if (bytes.length > maxBytes) return { problem: `has ${bytes.length} bytes; ${maxBytes} are the most.` }
  const found = types.find(({ begins }) => begins.every((byte, index) => byte === undefined || bytes[index] === byte))
  if (found === undefined) return { problem: 'is neither PNG, JPEG nor WebP.' }
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  return { logo: { name: `logo-${hash}.${found.ending}`, type: found.type, bytes } }
}
