/** Prepares the service's text: characters, links, and limits of the Markdown renderer. */
import { safeLink } from '../../../contract/text.ts'

/** Allows safe links, `mailto:` and `tel:`. A line break in a `mailto:` could add recipients. */
export function toSafeHref(url: string): string | undefined {
  if (/^mailto:[^\s:/\\@]+@[^\s:/\\]+$/i.test(url) && !/%0[ad]/i.test(url)) return url
  if (/^tel:\+?[0-9().;=a-z-]+$/i.test(url)) return url
  return safeLink(url)
}

/** Splits a bare URL from trailing punctuation, which Markdown includes; `www.` means `https:`. */
export function splitBareUrl(text: string): { address: string; label: string; remainder: string } {
  const label = /^[^<>"“”«»\s]*/.exec(text)?.[0].replace(/(?<!['‘’.,;:!?])['‘’.,;:!?]+$/, '') ?? ''
  return { address: /^www\./i.test(label) ? `https://${label}` : label, label, remainder: text.slice(label.length) }
}

/** Character references from HTML escaping, and those common in English and Spanish texts. */
const namedCharacters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  sect: '§',
  deg: '°',
  middot: '·',
  bull: '•',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  iexcl: '¡',
  iquest: '¿',
  aacute: 'á',
  eacute: 'é',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  uuml: 'ü',
  ntilde: 'ñ',
  Aacute: 'Á',
  Eacute: 'É',
  Iacute: 'Í',
  Oacute: 'Ó',
  Uacute: 'Ú',
  Uuml: 'Ü',
  Ntilde: 'Ñ',
}

/** Decodes character references once, since the service escapes its texts like HTML; unknown ones stay. */
export function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi, (reference, ...[hex, decimal, name]) => {
    if (name !== undefined) return getNamedCharacter(name) ?? reference
    return fromCodePoint(hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16))
  })
}

/** The Markdown renderer decodes names with the page's HTML parser, which Trusted Types may forbid. Unknown names stay readable. */
export function numberEntities(text: string): string {
  return text.replaceAll(/&([a-z][a-z0-9]{1,31});/gi, (_, name: string) => {
    const character = getNamedCharacter(name)
    return character === undefined ? `&#38;${name};` : `&#${character.codePointAt(0)};`
  })
}

function getNamedCharacter(name: string): string | undefined {
  return Object.hasOwn(namedCharacters, name) ? namedCharacters[name] : undefined
}

/** Returns U+FFFD for invalid code points, as in CommonMark. */
function fromCodePoint(code: number): string {
  const isInvalid = code === 0 || code > 0x10_ff_ff || (code >= 0xd800 && code <= 0xdfff)
  return isInvalid ? '\ufffd' : String.fromCodePoint(code)
}

/** In UTF-8. */
export const maxMarkdownBytes = 16 * 1024

/** Limits nested quotes, lists and headings. */
const maxMarkersPerLine = 50

/** The renderer's time is quadratic in these. */
const maxLines = 1_000
const maxBrackets = 500
const maxEmphasis = 1_000
const maxCells = 1_000
const maxAddresses = 500

/** One alternative for each first character, so that matching is linear. */
const leadingMarkers = /^(?:[ \t]|[>*+#_=-]|\d{1,9}[.)])+/

/** Whether a text can be rendered as Markdown quickly. Linear time. */
export function fitsMarkdown(text: string): boolean {
  if (text.length > maxMarkdownBytes || new TextEncoder().encode(text).length > maxMarkdownBytes) return false
  const lines = text.split(/\r\n?|\n/)
  if (lines.length > maxLines) return false
  if (count(text, /\[/g) > maxBrackets) return false
  if (count(text, /\*+|_+|~+/g) > maxEmphasis) return false
  if (count(text, /\|/g) > maxCells) return false
  if (count(text, /@|:\/\/|www\./gi) > maxAddresses) return false
  // Runs of one character without nesting, such as a line of dashes, count once.
  const marker = /[>*+#-](?=[ \t>])|>|\d[.)]|[*+#_=-]+/g
  return lines.every((line) => count(leadingMarkers.exec(line)?.[0] ?? '', marker) <= maxMarkersPerLine)
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** Returns the language of the service's texts, if it differs from the form's. */
export function getServiceLanguage(uiLanguage: string): 'en' | undefined {
  return /^en\b/i.test(uiLanguage) ? undefined : 'en'
}
