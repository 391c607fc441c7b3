/** The service's text before it is shown: its characters, its links, and whether it is too much for the Markdown renderer. */
import { safeLink } from '../../contract/text.ts'

/**
 * An address that a link in the service's text may have, or `undefined`: what the contract calls a safe link (`https:`;
 * `http:` on this machine), `mailto:` and `tel:`. A line break hidden in a `mailto:` could add recipients.
 *
 * @returns the address as it goes into `href`
 */
export function answerLink(url: string): string | undefined {
  if (/^mailto:[^\s:/\\]+@[^\s:/\\]+$/i.test(url) && !/%0[ad]/i.test(url)) return url
  if (/^tel:\+?[0-9().;=a-z-]+$/i.test(url)) return url
  return safeLink(url)
}

/** The references that escaping writes, and those that people who write English and Spanish texts use. */
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

/**
 * Text with its character references resolved, once: `&#x27;` is an apostrophe, `&amp;lt;` is `&lt;`. The service
 * escapes its texts as if they were HTML. Knows common names and all numbers; others stay.
 */
export function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return characterNamed(name) ?? whole
    return fromCodePoint(hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16))
  })
}

/**
 * Text whose named references are written as numbers: the markdown renderer asks the page's HTML parser what a name
 * means, which pages that require Trusted Types forbid. A name nobody knows stays readable as it is.
 */
export function numberEntities(text: string): string {
  return text.replaceAll(/&([a-z][a-z0-9]{1,31});/gi, (_, name: string) => {
    const character = characterNamed(name)
    return character === undefined ? `&#38;${name};` : `&#${character.codePointAt(0)};`
  })
}

function characterNamed(name: string): string | undefined {
  return Object.hasOwn(named, name) ? named[name] : undefined
}

/** A character by number; U+FFFD for numbers that name none, as CommonMark has it. */
function fromCodePoint(code: number): string {
  const none = code === 0 || code > 0x10_ff_ff || (code >= 0xd800 && code <= 0xdfff)
  return none ? '\ufffd' : String.fromCodePoint(code)
}

/** The most UTF-8 bytes that are rendered as markdown. */
export const maxMarkdownBytes = 16 * 1024

/** Quotes, lists and headings within one another, as the markers at the beginning of one line. */
const maxMarkersPerLine = 50

/** Lines, brackets and emphasis cost more than their length: the renderer's work grows with their square. */
const maxLines = 1_000
const maxBrackets = 500
const maxEmphasis = 1_000

/** The markers at the beginning of a line: one alternative for each first character, so the work is linear. */
const leadingMarkers = /^(?:[ \t]|[>*+#_=-]|\d{1,9}[.)])+/

/**
 * Whether a text can be rendered as markdown without keeping the voter waiting: at most 16 KiB, not too deep, not made
 * of markers. Looks at each character once.
 */
export function fitsMarkdown(text: string): boolean {
  if (text.length > maxMarkdownBytes || new TextEncoder().encode(text).length > maxMarkdownBytes) return false
  const lines = text.split(/\r\n?|\n/)
  if (lines.length > maxLines) return false
  if (count(text, /\[/g) > maxBrackets) return false
  if (count(text, /\*+|_+/g) > maxEmphasis) return false
  // A line of dashes is a rule or an underline, however long it is: runs of one character that nest nothing count once.
  const marker = /[>*+#-](?=[ \t>])|>|\d[.)]|[*+#_=-]+/g
  return lines.every((line) => count(leadingMarkers.exec(line)?.[0] ?? '', marker) <= maxMarkersPerLine)
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** The language to name for what the service writes: it writes English; inside a form in another language that has to be
 *  said. */
export function serviceLanguage(uiLanguage: string): 'en' | undefined {
  return /^en\b/i.test(uiLanguage) ? undefined : 'en'
}
