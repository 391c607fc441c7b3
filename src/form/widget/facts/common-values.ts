/** Translates values that many states' facts have, which the service writes in English; a text only as a whole. */
import { deadlineKindOf } from '../../../contract/civic-data/deadline.ts'
import type { StateFact } from '../../../contract/civic-data/state-facts.ts'
import { safeLink } from '../../../contract/text.ts'
import type { FactsLook, FactsWords } from '../messages/facts-messages.ts'
import { serviceLanguage } from '../screens/service-text.ts'

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
  return text.replaceAll(/^([ \t]*)(?:(\d{1,9})(?=[.)][ \t]))?(.*)$/gm, (line, ...[indent, number, rest]) => {
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
  return text.replaceAll(marks, (_, ...groups) => {
    const [image, label, scheme, address, alone, call, escaped, code, , inner] = groups
    if (label === undefined) return alone ?? call ?? escaped ?? code ?? unmarked(inner)
    const isSaid = image === '' && address !== label && (scheme ?? safeLink(address)) !== undefined
    return unmarked(label) + (isSaid ? ` (${address})` : '')
  })
}

/** What an online form asks for, as the states say it, without the words that change nothing. */
const asked: Readonly<Record<string, keyof FactsWords['haveReady']['things']>> = {
  'driver license or id': 'license',
  'driver license or id and ssn': 'licenseAndSsn',
  'driver license or id or ssn': 'licenseOrSsn',
  'driver license or id with signature on file at dmv': 'licenseSigned',
  ssn: 'ssn',
}

function knownThing(text: string) {
  const said = text
    .toLowerCase()
    .replaceAll(/['’]s\b|,/g, '')
    .replaceAll('licence', 'license')
    .replaceAll('social security number', 'ssn')
    .split(/\s+/)
    .filter((word) => !/^(?:a|the|your|valid|state|number|card)$/.test(word))
    .join(' ')
  return Object.hasOwn(asked, said) ? asked[said] : undefined
}

const maxLength = 90

/** What a voter needs for the online form; `undefined`: too long for one line. `isOwn`: in the form's language. */
export function thingsToHave({ value }: StateFact, { words, decode }: Pick<FactsLook, 'words' | 'decode'>) {
  const said = value.is === 'text' ? value.text : value.is === 'markdown' ? plainText(value.markdown, decode) : ''
  const text = said
    .replace(/^The online form asks for /i, '')
    .replace(/\.$/, '')
    .trim()
  const known = knownThing(text)
  if (known !== undefined) return { text: words.haveReady.things[known], isOwn: true }
  return text === '' || text.length > maxLength || text.includes('\n') ? undefined : { text, isOwn: false }
}

/** One condition of a deadline, and nothing besides: an hour or a holiday is left in the service's words. */
const condition =
  /^(?:(postmarked|received)(?: by)? )?(?:(\d{1,3}) days? before(?: election day)?|(?:(?:through|by|on) )?election day)$/

/** Returns a deadline's rule in the form's language; `undefined` where it says more than days, postmarks and receipts. */
export function deadlineRule(text: string, { rules }: FactsWords): string | undefined {
  const parts = text.replaceAll('*', '').trim().replace(/\.$/, '').toLowerCase().split(' and ')
  const said = parts.map((part) => {
    const found = condition.exec(part)
    if (found === null) return undefined
    const [, counts, days] = found
    if (days === undefined) {
      return counts === 'postmarked' ? rules.postmarkedOnDay : counts === 'received' ? rules.receivedOnDay : rules.onDay
    }
    const before = { days: Number(days) }
    return counts === 'postmarked'
      ? rules.postmarked(before)
      : counts === 'received'
        ? rules.received(before)
        : rules.before(before)
  })
  return said.some((one) => one === undefined) ? undefined : said.join('; ')
}

/** Returns the rule of a deadline in the form's language, where that is not the service's own; `undefined` for other facts. */
export function translateRule(slug: string, text: string, { words, language }: FactsLook): string | undefined {
  const isOther = serviceLanguage(language) !== undefined && deadlineKindOf(slug) !== undefined
  return isOther ? deadlineRule(text, words) : undefined
}
