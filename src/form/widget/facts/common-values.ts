/** Translates values that many states' facts have, which the service writes in English; a text only as a whole. */
import { deadlineKindOf } from '../../../contract/civic-data/deadline.ts'
import type { StateFact } from '../../../contract/civic-data/state-facts.ts'
import { safeLink } from '../../../contract/text.ts'
import type { FactsLook, FactsWords } from '../messages/facts-messages.ts'
import { serviceLanguage } from '../screens/service-text.ts'

/** A link or an image; a bare address; `<tel:…>`; an escaped character; code; emphasis. */
const markupPattern =
  /(!?)\[([^[\]\n]{1,300})\]\(<?(mailto:|tel:)?([^\s()<>]{1,2000})(?:[ \t<>][^()\n]{0,300})?\)|<?(https?:[^\s<>*]+)>?|<(?:mailto|tel):([^\s<>]+)>|\\([!-/:-@[-`{-~])|`([^`\n]+)`|(?<!\w)(\*{1,3}|_{1,3})(\S|\S(?:.|\n(?=.)){0,300}?\S)\9(?!\w)/g

/** Numbered lists are counted, a link is its label and its address in brackets, an image its description. An address that is
 *  not allowed in a link is left out. Underlines, rules, tables and HTML stay. */
export function toPlainText(markdown: string, decode: (text: string) => string): string {
  const lines = markdown.replaceAll(/^ {0,3}#{1,6}[ \t]+/gm, '').replaceAll(/^([ \t]*)[*+](?=[ \t])/gm, '$1-')
  return decode(stripMarkup(numberLists(lines))).trim()
}

/** Numbers the items of lists as they are rendered: up from the first number, ignoring the others (CommonMark 5.3). */
function numberLists(text: string): string {
  let numbers: Record<string, number> = {}
  let isAfterBlank = false
  return text.replaceAll(/^([ \t]*)(?:(\d{1,9})(?=[.)][ \t]))?(.*)$/gm, (line, ...[indent, number, content]) => {
    const isNew = isAfterBlank || content.startsWith('- ')
    isAfterBlank = line.trim() === ''
    if (number === undefined) {
      if (indent === '' && content !== '' && isNew) numbers = {}
      return line
    }
    const outer = Object.entries(numbers).filter(([outerIndent]) => outerIndent.length <= indent.length)
    numbers = Object.fromEntries(outer)
    numbers[indent] = (numbers[indent] ?? Number(number) - 1) + 1
    return `${indent}${numbers[indent]}${content}`
  })
}

function stripMarkup(text: string): string {
  return text.replaceAll(markupPattern, (_, ...groups) => {
    const [image, label, scheme, address, url, call, escaped, code, , inner] = groups
    if (label === undefined) return url ?? call ?? escaped ?? code ?? stripMarkup(inner)
    const showsAddress = image === '' && address !== label && (scheme ?? safeLink(address)) !== undefined
    return stripMarkup(label) + (showsAddress ? ` (${address})` : '')
  })
}

/** What an online form asks for, as the states say it, without the words that change nothing. */
const idKinds: Readonly<Record<string, keyof FactsWords['haveReady']['things']>> = {
  'driver license or id': 'license',
  'driver license or id and ssn': 'licenseAndSsn',
  'driver license or id or ssn': 'licenseOrSsn',
  'driver license or id with signature on file at dmv': 'licenseSigned',
  ssn: 'ssn',
}

function findIdKind(text: string) {
  const normalized = text
    .toLowerCase()
    .replaceAll(/['’]s\b|,/g, '')
    .replaceAll('licence', 'license')
    .replaceAll('social security number', 'ssn')
    .split(/\s+/)
    .filter((word) => !/^(?:a|the|your|valid|state|number|card)$/.test(word))
    .join(' ')
  return Object.hasOwn(idKinds, normalized) ? idKinds[normalized] : undefined
}

const maxLength = 90

/** What a voter needs for the online form; `undefined`: too long for one line. `isOwn`: in the form's language. */
export function describeOnlineId({ value }: StateFact, { t, decode }: Pick<FactsLook, 't' | 'decode'>) {
  const rawText = value.is === 'text' ? value.text : value.is === 'markdown' ? toPlainText(value.markdown, decode) : ''
  const text = rawText
    .replace(/^The online form asks for /i, '')
    .replace(/\.$/, '')
    .trim()
  const kind = findIdKind(text)
  if (kind !== undefined) return { text: t.haveReady.things[kind], isTranslated: true }
  return text === '' || text.length > maxLength || text.includes('\n') ? undefined : { text, isTranslated: false }
}

/** One condition of a deadline, and nothing besides: an hour or a holiday is left in the service's words. */
const condition =
  /^(?:(postmarked|received)(?: by)? )?(?:(\d{1,3}) days? before(?: election day)?|(?:(?:through|by|on) )?election day)$/

/** Returns a deadline's rule in the form's language; `undefined` where it says more than days, postmarks and receipts. */
export function translateDeadlineRule(text: string, { rules }: FactsWords): string | undefined {
  const parts = text.replaceAll('*', '').trim().replace(/\.$/, '').toLowerCase().split(' and ')
  const translations = parts.map((part) => {
    const match = condition.exec(part)
    if (match === null) return undefined
    const [, counts, days] = match
    if (days === undefined) {
      return counts === 'postmarked' ? rules.postmarkedOnDay : counts === 'received' ? rules.receivedOnDay : rules.onDay
    }
    const values = { days: Number(days) }
    return counts === 'postmarked'
      ? rules.postmarked(values)
      : counts === 'received'
        ? rules.received(values)
        : rules.before(values)
  })
  return translations.some((translation) => translation === undefined) ? undefined : translations.join('; ')
}

/** Returns the rule of a deadline in the form's language, where that is not the service's own; `undefined` for other facts. */
export function translateRule(slug: string, text: string, { t, language }: FactsLook): string | undefined {
  const isTranslatable = serviceLanguage(language) !== undefined && deadlineKindOf(slug) !== undefined
  return isTranslatable ? translateDeadlineRule(text, t) : undefined
}
