/** Which texts are too much for the markdown renderer: the page must not stand still over an answer. */

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
  return lines.every((line) => markersOf(line) <= maxMarkersPerLine)
}

function markersOf(line: string): number {
  const markers = leadingMarkers.exec(line)?.[0] ?? ''
  // A line of dashes is a rule or an underline, however long it is: runs of one character that nest nothing count once.
  return count(markers, /[>*+#-](?=[ \t>])|>|\d[.)]|[*+#_=-]+/g)
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
