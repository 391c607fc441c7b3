/** Character references back into characters. */

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
