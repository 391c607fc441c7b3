/** Translates values that many states share and the service writes in English. Translates a text completely or not at all. */
import { getDeadlineKind } from '../../../contract/civic-data/deadline.ts'
import type { StateFact } from '../../../contract/civic-data/state-facts.ts'
import { safeLink } from '../../../contract/text.ts'
import type { FactsContext, FactsMessages } from '../messages/facts-messages.ts'
import { getServiceLanguage } from '../screens/service-text.ts'

/** Matches links, images, bare URLs, `<tel:…>`, escaped characters, code and emphasis. */
const markupPattern =
  /(!?)\[([^[\]\n]{1,300})\]\(<?(mailto:|tel:)?([^\s()<>]{1,2000})(?:[ \t<>][^()\n]{0,300})?\)|<?(https?:[^\s<>*]+)>?|<(?:mailto|tel):([^\s<>]+)>|\\([!-/:-@[-`{-~])|`([^`\n]+)`|(?<!\w)(\*{1,3}|_{1,3})(\S|\S(?:.|\n(?=.)){0,300}?\S)\9(?!\w)/g

/** Converts Markdown to plain text: renumbers lists, writes links as `label (URL)` and images as their description. Omits unsafe
 *  URLs. Underlines, rules, tables and HTML stay. */
export function toPlainText(markdown: string, decode: (text: string) => string): string {
  const lines = markdown.replaceAll(/^ {0,3}#{1,6}[ \t]+/gm, '').replaceAll(/^([ \t]*)[*+](?=[ \t])/gm, '$1-')
  return decode(stripMarkup(numberLists(lines))).trim()
}

/** Numbers list items as they are rendered: counts up from the first number (CommonMark 5.3). */
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

/** ID requirements of online forms, in normalized wording, and their message keys. */
const idKinds: Readonly<Record<string, keyof FactsMessages['haveReady']['things']>> = {
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

/** Returns the ID needed for the online form, or `undefined` if the text is too long for one line. */
export function describeOnlineId({ value }: StateFact, { t, decode }: Pick<FactsContext, 't' | 'decode'>) {
  const rawText = value.is === 'text' ? value.text : value.is === 'markdown' ? toPlainText(value.markdown, decode) : ''
  const text = rawText
    .replace(/^The online form asks for /i, '')
    .replace(/\.$/, '')
    .trim()
  const kind = findIdKind(text)
  if (kind !== undefined) return { text: t.haveReady.things[kind], isTranslated: true }
  return text === '' || text.length > maxLength || text.includes('\n') ? undefined : { text, isTranslated: false }
}

/** Matches exactly one deadline condition. Rules with times or holidays do not match and stay untranslated. */
const condition =
  /^(?:(postmarked|received)(?: by)? )?(?:(\d{1,3}) days? before(?: election day)?|(?:(?:through|by|on) )?election day)$/

/** Returns a deadline's rule in the form's language; `undefined` if it contains more than days, postmarks and receipts. */
export function translateDeadlineRule(text: string, { rules }: FactsMessages): string | undefined {
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

/** Returns a deadline's rule in the form's language; `undefined` for other facts and in English. */
export function translateRule(slug: string, text: string, { t, language }: FactsContext): string | undefined {
  const isTranslatable = getServiceLanguage(language) !== undefined && getDeadlineKind(slug) !== undefined
  return isTranslatable ? translateDeadlineRule(text, t) : undefined
}
