/** Validates a logo file: only types that show a picture and do nothing else. */
import type { Logo } from '../../contract/look.ts'
import { sha256 } from '../../contract/sha256.ts'

/** Maximum size of a logo, in bytes. */
const maxBytes = 256 * 1024

const types = [
  { ending: 'png', type: 'image/png', begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { ending: 'jpg', type: 'image/jpeg', begins: [0xff, 0xd8, 0xff] },
] as const

/** Forbidden in a picture: scripts, external resources, and anything parsed as another document. */
const forbidden: readonly (readonly [pattern: RegExp, says: string])[] = [
  [
    /<\s*(\w+:)?(script|foreignobject|iframe|object|embed|audio|video|image|a|handler|animate\w*|set)\b/i,
    'an element that it does not need',
  ],
  [/<!(DOCTYPE|ENTITY)/i, 'a document type'],
  [/<\?xml-stylesheet/i, 'a style sheet from elsewhere'],
  [/\son\w+\s*=/i, 'a script (on…=)'],
  [/(javascript|vbscript|data)\s*:/i, 'an address that runs or holds something'],
  [/\b(href|src)\s*=\s*["']?\s*(?!["']?\s*#)[^\s"'>]/i, 'a link to elsewhere'],
  [/url\(\s*["']?\s*(?!["']?\s*#)/i, 'a link to elsewhere'],
  [/@import/i, 'a style sheet from elsewhere'],
]

/**
 * Detects a logo's type by its content, whatever its file name: PNG, JPEG, or SVG without scripts and without links.
 *
 * @returns the logo, or its problem as a sentence without the file's name
 */
export function readLogo(bytes: Uint8Array<ArrayBuffer>): { logo: Logo } | { problem: string } {
  if (bytes.length > maxBytes) return { problem: `has ${bytes.length} bytes; ${maxBytes} are the most.` }
  const found = types.find(({ begins }) => begins.every((byte, index) => bytes[index] === byte))
  if (found !== undefined) return { logo: logoOf(found.ending, found.type, bytes) }
  const text = new TextDecoder().decode(bytes)
  if (!/^\uFEFF?\s*(<\?xml[^>]*\?>\s*)?(<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(text)) {
    return { problem: 'is neither PNG, JPEG nor SVG.' }
  }
  const [, says] = forbidden.find(([pattern]) => pattern.test(decoded(text))) ?? []
  if (says !== undefined) return { problem: `is an SVG with ${says}. Save it as a plain SVG, or as PNG.` }
  return { logo: logoOf('svg', 'image/svg+xml', bytes) }
}

/** Decodes numeric character references, since `&#106;avascript:` is a script, too. */
function decoded(text: string): string {
  return text
    .replaceAll(/&#x([0-9a-f]{1,6});?/gi, (_, digits: string) => character(Number.parseInt(digits, 16)))
    .replaceAll(/&#(\d{1,7});?/g, (_, digits: string) => character(Number(digits)))
}

const character = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '')

function logoOf(ending: string, type: string, bytes: Uint8Array<ArrayBuffer>): Logo {
  const hash = sha256(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).slice(0, 32)
  return { name: `logo-${hash}.${ending}`, type, bytes }
}
