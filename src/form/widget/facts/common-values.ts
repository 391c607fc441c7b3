/** Values that many states' facts have, in the form's language: the service writes them in English. A text is translated only
 *  when it is known as a whole. */
import { deadlineKindOf } from '../../../contract/civic-data/deadline.ts'
import type { StateFact } from '../../../contract/civic-data/state-facts.ts'
import type { FactsWords } from '../messages/facts-messages.ts'
import { serviceLanguage } from '../screens/service-text.ts'
import type { FactsLook } from './facts-look.ts'
import { plainText } from './plain-text.ts'

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

/** Returns what a voter needs for the online form; `undefined` where it is too long for one line. `isOwn`: in the form's
 *  language. */
export function thingsToHave(
  { value }: StateFact,
  words: FactsWords,
  decode: (text: string) => string,
): { text: string; isOwn: boolean } | undefined {
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
export function ruleOf(
  slug: string,
  text: string,
  { words, language }: Pick<FactsLook, 'words' | 'language'>,
): string | undefined {
  const isOther = serviceLanguage(language) !== undefined && deadlineKindOf(slug) !== undefined
  return isOther ? deadlineRule(text, words) : undefined
}
