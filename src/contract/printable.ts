/** Texts from outside for a terminal or a table: nothing that steers a terminal or turns its lines around. */

/**
 * A text whose control characters (C0 but for the line end, C1), direction controls and line separators are written as
 * `\u001b`. JSON says the same before and after, for these stand in its strings only.
 */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n]|[\p{Bidi_Control}\u2028\u2029]/gu, escaped)
}

/** The same without line ends: a cell of a table cannot begin a row of its own. */
export function printableCell(text: string): string {
  return printable(text).replaceAll('\n', escaped)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
