/** Prepares the service's text: its characters, its links, and whether it is too much for the Markdown renderer. */
import { safeLink } from '../../../contract/text.ts'

/** Allows safe links, `mailto:` and `tel:`. A line break hidden in a `mailto:` could add recipients. */
export function answerLink(url: string): string | undefined {
  if (/^mailto:[^\s:/\\@]+@[^\s:/\\]+$/i.test(url) && !/%0[ad]/i.test(url)) return url
  if (/^tel:\+?[0-9().;=a-z-]+$/i.test(url)) return url
  return safeLink(url)
}

/** Splits a bare address from the marks and punctuation that markdown takes for a part of it; `www.` means `https:`. */
export function bareAddress(text: string): { address: string; label: string; rest: string } {
  const label = /^[^<>"“”«»\s]*/.exec(text)?.[0].replace(/(?<!['‘’.,;:!?])['‘’.,;:!?]+$/, '') ?? ''
  return { address: /^www\./i.test(label) ? `https://${label}` : label, label, rest: text.slice(label.length) }
}

/** The character references that escaping produces, and those common in English and Spanish texts. */
const named: Readonly<Record<string, string>> = {
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

/** Resolves character references once, since the service escapes its texts as if they were HTML; unknown ones stay. */
export function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi, (whole, ...[hex, decimal, name]) => {
    if (name !== undefined) return characterNamed(name) ?? whole
    return fromCodePoint(hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16))
  })
}

/** Markdown's renderer uses the page's HTML parser, which Trusted Types may forbid. An unknown name stays readable. */
export function numberEntities(text: string): string {
  return text.replaceAll(/&([a-z][a-z0-9]{1,31});/gi, (_, name: string) => {
    const character = characterNamed(name)
    return character === undefined ? `&#38;${name};` : `&#${character.codePointAt(0)};`
  })
}

function characterNamed(name: string): string | undefined {
  return Object.hasOwn(named, name) ? named[name] : undefined
}

/** Returns a character by its code point; U+FFFD for invalid ones, as in CommonMark. */
function fromCodePoint(code: number): string {
  const none = code === 0 || code > 0x10_ff_ff || (code >= 0xd800 && code <= 0xdfff)
  return none ? '\ufffd' : String.fromCodePoint(code)
}

/** Maximum size of a text that is rendered as Markdown, in UTF-8 bytes. */
export const maxMarkdownBytes = 16 * 1024

/** Maximum number of nested quotes, lists and headings, counted as markers at the beginning of one line. */
const maxMarkersPerLine = 50

/** Lines, brackets and emphasis cost more than their length: the renderer's work grows with their square. */
const maxLines = 1_000
const maxBrackets = 500
const maxEmphasis = 1_000
const maxCells = 1_000
const maxAddresses = 500

/** The markers at the beginning of a line: one alternative for each first character, so that matching is linear. */
const leadingMarkers = /^(?:[ \t]|[>*+#_=-]|\d{1,9}[.)])+/

/** Whether a text can be rendered without keeping the voter waiting. Reads each character once. */
export function fitsMarkdown(text: string): boolean {
  if (text.length > maxMarkdownBytes || new TextEncoder().encode(text).length > maxMarkdownBytes) return false
  const lines = text.split(/\r\n?|\n/)
  if (lines.length > maxLines) return false
  if (count(text, /\[/g) > maxBrackets) return false
  if (count(text, /\*+|_+|~+/g) > maxEmphasis) return false
  if (count(text, /\|/g) > maxCells) return false
  if (count(text, /@|:\/\/|www\./gi) > maxAddresses) return false
  // A line of dashes is a rule or an underline, however long it is: runs of one character that nest nothing count once.
  const marker = /[>*+#-](?=[ \t>])|>|\d[.)]|[*+#_=-]+/g
  return lines.every((line) => count(leadingMarkers.exec(line)?.[0] ?? '', marker) <= maxMarkersPerLine)
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** Returns the language of the service's texts, English, where it differs from the form's and must be marked. */
export function serviceLanguage(uiLanguage: string): 'en' | undefined {
  return /^en\b/i.test(uiLanguage) ? undefined : 'en'
}
