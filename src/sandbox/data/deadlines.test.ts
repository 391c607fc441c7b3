import { expect, it } from 'vitest'
import { type DeadlineKind, dateDeadline, deadlineKinds, parseDeadline } from '../../contract/civic-data/deadline.ts'
import { stateCodes } from '../../contract/states.ts'
import { isoDate } from '../../contract/text.ts'
import { civicStateData } from './civic-state-data.ts'

/** What every deadline of the sample means for the election of November 3, 2026, counted elsewhere: `none` where there is
 *  no such way of registering, `words` where the rule is no number of days. */
const expected: Record<DeadlineKind, Record<string, string>> = {
  online: {
    none: 'AR MS MT ND NH OK SD TX WY',
    'unsaid 2026-10-04': 'AK OH RI SC TN',
    'unsaid 2026-10-05': 'AZ FL GA IN KY',
    'unsaid 2026-10-06': 'NM',
    'unsaid 2026-10-07': 'MO',
    'unsaid 2026-10-09': 'ID NC',
    'unsaid 2026-10-10': 'DE',
    'unsaid 2026-10-12': 'VA',
    'unsaid 2026-10-13': 'DC KS MD ME MN NJ OR WV',
    'unsaid 2026-10-14': 'LA WI',
    'unsaid 2026-10-16': 'CT NE',
    'unsaid 2026-10-18': 'IL',
    'unsaid 2026-10-19': 'AL CA IA MI PA',
    'unsaid 2026-10-23': 'UT',
    'unsaid 2026-10-24': 'MA NY',
    'unsaid 2026-10-26': 'CO WA',
    'unsaid 2026-10-29': 'NV',
    'unsaid 2026-11-03': 'HI VT',
  },
  mail: {
    none: 'ND',
    'postmarked 2026-10-04': 'AK AR LA MS MT OH RI SC TN TX',
    'postmarked 2026-10-05': 'AZ FL GA IN KY',
    'postmarked 2026-10-06': 'IL NM NV',
    'postmarked 2026-10-07': 'MO',
    'postmarked 2026-10-09': 'ID NC OK',
    'postmarked 2026-10-10': 'DE',
    'postmarked 2026-10-12': 'VA',
    'postmarked 2026-10-13': 'KS MD OR WV',
    'postmarked 2026-10-14': 'WI',
    'postmarked 2026-10-16': 'CT NE',
    'postmarked 2026-10-19': 'AL CA IA MI',
    'postmarked 2026-10-24': 'MA',
    'postmarked 2026-10-26': 'CO HI',
    'received 2026-10-13': 'DC ME MN NJ',
    'received 2026-10-19': 'PA SD',
    'received 2026-10-20': 'WY',
    'received 2026-10-21': 'NH',
    'received 2026-10-23': 'UT',
    'received 2026-10-24 and postmarked 2026-10-19': 'NY',
    'received 2026-10-26': 'WA',
    'received 2026-11-03': 'VT',
  },
  in_person: {
    none: 'ND',
    'unsaid 2026-10-04': 'AK AR LA MS OH RI SC TN TX',
    'unsaid 2026-10-05': 'AZ FL GA IN KY',
    'unsaid 2026-10-06': 'NM',
    'unsaid 2026-10-07': 'MO',
    'unsaid 2026-10-09': 'OK',
    'unsaid 2026-10-10': 'DE',
    'unsaid 2026-10-12': 'VA',
    'unsaid 2026-10-13': 'KS NJ OR WV',
    'unsaid 2026-10-19': 'AL PA SD',
    'unsaid 2026-10-23': 'NE',
    'unsaid 2026-10-24': 'MA NY',
    'unsaid 2026-11-03': 'CA CO CT DC HI IA ID IL MD ME MI MN MT NH NV UT VT WA WI WY',
    words: 'NC',
  },
}

it.each(deadlineKinds)(
  'deadlines of kind %s are understood in all 51 states, with the dates of an independent computation',
  (kind) => {
    const found: Record<string, string[]> = {}
    for (const code of stateCodes) {
      const { state_information } = civicStateData(code, ({ url }) => url)
      const text =
        state_information.find(({ field_type }) => field_type === `registration_deadline_${kind}`)?.text ?? ''
      const meaning = meaningOf(text, kind)
      found[meaning] = [...(found[meaning] ?? []), code]
    }
    const joined = Object.fromEntries(
      Object.entries(found).map(([meaning, codes]) => [meaning, codes.sort().join(' ')]),
    )
    expect(joined).toEqual(expected[kind])
  },
)

function meaningOf(text: string, kind: DeadlineKind): string {
  const rule = parseDeadline(text, kind)
  const days = dateDeadline(text, kind, { year: 2026, month: 11, day: 3 })?.days ?? []
  if (rule.is !== 'relative') return rule.is
  return rule.parts
    .map(({ counts }, place) => `${counts} ${isoDate(days[place] ?? { year: 0, month: 0, day: 0 })}`)
    .join(' and ')
}
