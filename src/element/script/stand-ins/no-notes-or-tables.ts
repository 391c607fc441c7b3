/** Stands in for what `mdast-util-to-hast` makes of footnotes, tables and struck-out text: the parser knows none of them
 *  without the extension that they belong to, so nothing of it is ever called. */
export function nothing(): undefined {
  return undefined
}
export {
  nothing as footer,
  nothing as footnoteReference,
  nothing as strikethrough,
  nothing as table,
  nothing as tableCell,
  nothing as tableRow,
}
