/** A notice for voters as an operator writes it, in the notices file or in a partner's entry. */
import * as z from 'zod/mini'
import { noticeDoors } from '../../contract/bff-api.ts'
import { languageCodes } from '../../contract/languages.ts'
import { stateCodes } from '../../contract/states.ts'
import { oneOf } from '../options/option.ts'

/** Maximum length of a notice in one language, in characters: more would hide the form. */
const maxLength = 600

/** Maximum number of notices in one list. */
const maxNotices = 100

const noText = { error: () => `is no text of 1 to ${maxLength} letters.` }
const text = z.string(noText).check(z.trim(), z.minLength(1, noText), z.maxLength(maxLength, noText))
const noLanguages = {
  error: () => `is no text by language. Write it as { "en": "…", "es": "…" }; there are ${languageCodes.join(', ')}.`,
}
const noMoment = { error: () => 'is no time with its zone. Write it as "2028-10-03T17:00:00-04:00".' }
const moment = z.optional(z.iso.datetime({ offset: true, ...noMoment }))
const noState = { error: () => 'is no state in two capital letters. Write the list as ["AZ", "NM"].' }

const keys = z.strictObject(
  {
    text: z.optional(
      z
        .partialRecord(z.enum(languageCodes), text, noLanguages)
        .check(
          z.refine(({ en }) => en !== undefined, { error: () => 'has no English (en), which everybody else gets.' }),
        ),
    ),
    states: z.optional(z.array(z.enum(stateCodes, noState), noState).check(z.minLength(1, noState))),
    doors: z.optional(z.array(oneOf(noticeDoors)).check(z.minLength(1))),
    prefill: z.optional(oneOf(['off', 'on'])),
    closes: z.optional(oneOf(['online', 'mail'])),
    bring: z.optional(z.literal(true, { error: () => 'is not true. Leave it out where there is nothing to bring.' })),
    source: z.optional(text.check(z.maxLength(200, { error: () => 'is longer than 200 letters.' }))),
    checked: z.optional(z.iso.date({ error: () => 'is no day. Write it as "2026-07-04".' })),
    from: moment,
    to: moment,
  },
  {
    error: () =>
      'is no notice. Write it as { "text": { "en": "…" }, "states": ["AZ"], "to": "2028-10-03T17:00:00-04:00" }.',
  },
)
type Keys = z.infer<typeof keys>

const needed = (key: keyof Keys, why: string, isNeeded: (row: Keys) => unknown) =>
  z.refine<Keys>((row) => row[key] !== undefined || !isNeeded(row), { error: () => `is missing. ${why}`, path: [key] })

const one = keys.check(
  z.refine(({ from, to }) => from === undefined || to === undefined || Date.parse(from) < Date.parse(to), {
    error: () => 'is not after from.',
    path: ['to'],
  }),
  needed('text', 'Only a decision about prefill needs no text for voters.', ({ prefill }) => !prefill),
  needed('states', 'Name the states that prefill or closes is about.', ({ prefill, closes }) => prefill ?? closes),
  needed('source', 'Say where the rule is written, or who decided.', (row) => row.prefill ?? row.closes ?? row.bring),
  z.refine(({ doors, prefill, closes, bring }) => doors === undefined || !(prefill ?? closes ?? bring), {
    error: () => 'limits a text alone; prefill, closes and bring count at every door. Write two rows, one with doors.',
    path: ['doors'],
  }),
  needed('checked', 'Say when you last compared it with its source.', ({ bring }) => bring),
)

const noList = { error: () => `is no list of at most ${maxNotices} notices. Write it as [{ "text": { "en": "…" } }].` }

/** A list of notices. No other keys. */
export const WrittenNotices = z.array(one, noList).check(z.maxLength(maxNotices, noList))

/** A notice: its text by language, for voters in all states or some, with an optional start and end time, and what it
 *  changes besides (`prefill`, `closes`, `bring`, `doors`). Not legal advice: each says where it comes from. */
export type WrittenNotice = z.infer<typeof one>
