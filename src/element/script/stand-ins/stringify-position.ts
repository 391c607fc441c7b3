/** Stands in for `unist-util-stringify-position`, which only the parser's complaints about itself use. */
export function stringifyPosition(): string {
  return ''
}
