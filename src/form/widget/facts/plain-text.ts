/** Converts the service's Markdown to plain text, for the clipboard, the share sheet, or a calendar. */
import { safeLink } from '../../../contract/text.ts'

/** A link or an image; a bare address; `<tel:…>`; an escaped character; code; emphasis. */
const marks =
  /(!?)\[([^[\]\n]{1,300})\]\(<?(mailto:|tel:)?([^\s()<>]{1,2000})(?:[ \t<>][^()\n]{0,300})?\)|<?(https?:[^\s<>*]+)>?|<(?:mailto|tel):([^\s<>]+)>|\\([!-/:-@[-`{-~])|`([^`\n]+)`|(?<!\w)(\*{1,3}|_{1,3})(\S|\S(?:.|\n(?=.)){0,300}?\S)\9(?!\w)/g

/** Numbered lists are counted, a link is its label and its address in brackets, an image its description. An address that is
 *  not allowed in a link is left out. Underlines, rules, tables and HTML stay. */
export function plainText(markdown: string, decode: (text: string) => string): string {
  const lines = markdown.replaceAll(/^ {0,3}#{1,6}[ \t]+/gm, '').replaceAll(/^([ \t]*)[*+](?=[ \t])/gm, '$1-')
  return decode(unmarked(counted(lines))).trim()
}

/** Numbers the items of lists as they are rendered: up from the first number, ignoring the others (CommonMark 5.3). */
function counted(text: string): string {
  let counts: Record<string, number> = {}
  let isAfterBlank = false
  return text.replaceAll(/^([ \t]*)(?:(\d{1,9})(?=[.)][ \t]))?(.*)$/gm, (line, indent, number, rest) => {
    const isNew = isAfterBlank || rest.startsWith('- ')
    isAfterBlank = line.trim() === ''
    if (number === undefined) {
      if (indent === '' && rest !== '' && isNew) counts = {}
      return line
    }
    const outer = Object.entries(counts).filter(([other]) => other.length <= indent.length)
    counts = Object.fromEntries(outer)
    counts[indent] = (counts[indent] ?? Number(number) - 1) + 1
    return `${indent}${counts[indent]}${rest}`
  })
}

function unmarked(text: string): string {
  return text.replaceAll(marks, (_, image, label, scheme, address, alone, call, escaped, code, _mark, inner) => {
    if (label === undefined) return alone ?? call ?? escaped ?? code ?? unmarked(inner)
    const isSaid = image === '' && address !== label && (scheme ?? safeLink(address)) !== undefined
    return unmarked(label) + (isSaid ? ` (${address})` : '')
  })
}
