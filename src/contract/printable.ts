/** Escapes texts from outside for a terminal or a table: nothing may control a terminal or reorder its lines. */

/**
 * Writes control characters (C0 except the line feed, C1), direction controls and line separators of a text as `\u001b`.
 * JSON keeps its meaning, because these characters occur only in its strings.
 */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n]|[\p{Bidi_Control}\u2028\u2029]/gu, escaped)
}

/** Like {@link printable}, and also escapes line feeds: a cell of a table cannot start a row. */
export function printableCell(text: string): string {
  return printable(text).replaceAll('\n', escaped)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
