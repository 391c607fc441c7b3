/** Notices for voters as an operator writes them, in the notices file or in a partner's entry. */
import * as z from 'zod/mini'
import type { Notice } from '../../contract/bff-api.ts'
import { languageCodes } from '../../contract/languages.ts'
import { stateCodes } from '../../contract/states.ts'
import { createLoadedFile, type LoadedFile, readJsonFile } from '../operator-files.ts'
import { type BffOptions, variables } from '../options/bff-options.ts'

/** Maximum length of a notice in one language, in characters: more would hide the form. */
const maxLength = 600

const maxNotices = 100

const noText = { error: () => `is not a text of 1 to ${maxLength} letters.` }
const text = z.string(noText).check(z.trim(), z.minLength(1, noText), z.maxLength(maxLength, noText))
const noLanguages = {
  error: () =>
    `is not a text by language. Write it as { "en": "…", "es": "…" }; the languages are ${languageCodes.join(', ')}.`,
}
const noDateTime = { error: () => 'is not a time with a zone. Write it as "2028-10-03T17:00:00-04:00".' }
const dateTime = z.optional(z.iso.datetime({ offset: true, ...noDateTime }))
const noState = { error: () => 'is not a state in two capital letters. Write the list as ["AZ", "NM"].' }

const keys = z.strictObject(
  {
    text: z.partialRecord(z.enum(languageCodes), text, noLanguages).check(
      z.refine(({ en }) => en !== undefined, {
        error: () => 'has no English text (en), which is shown in all other languages.',
      }),
    ),
    states: z.optional(z.array(z.enum(stateCodes, noState), noState).check(z.minLength(1, noState))),
    from: dateTime,
    to: dateTime,
  },
  {
    error: () =>
      'is not a notice. Write it as { "text": { "en": "…" }, "states": ["AZ"], "to": "2028-10-03T17:00:00-04:00" }.',
  },
)
const NoticeEntry = keys.check(
  z.refine(({ from, to }) => from === undefined || to === undefined || Date.parse(from) < Date.parse(to), {
    error: () => 'is not after from.',
    path: ['to'],
  }),
)

const noList = {
  error: () => `is not a list of at most ${maxNotices} notices. Write it as [{ "text": { "en": "…" } }].`,
}

export const WrittenNotices = z.array(NoticeEntry, noList).check(z.maxLength(maxNotices, noList))

/** A notice: its text by language, for voters in all states or some, with an optional start and end time. */
export type WrittenNotice = z.infer<typeof NoticeEntry>

/** @param time milliseconds since 1970 @returns `changesAt`: when the result may change; `Infinity` when it never does */
export function getActiveNotices(
  entries: readonly WrittenNotice[],
  time: number,
): { notices: readonly Notice[]; changesAt: number } {
  const timed = entries.map(({ from: start, to: end, text: texts, states }) => ({
    notice: { text: { ...texts, en: texts.en ?? '' }, ...(states && { states }) },
    startsAt: start === undefined ? -Infinity : Date.parse(start),
    endsAt: end === undefined ? Infinity : Date.parse(end),
  }))
  return {
    notices: timed.filter(({ startsAt, endsAt }) => startsAt <= time && time < endsAt).map(({ notice }) => notice),
    changesAt: Math.min(
      ...timed.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]).filter((change) => change > time),
    ),
  }
}

/** Reads the notices file that the options name, and again with `reloadFiles()`. Pass the result to `createBff` as
 *  `notices`.
 *  @throws ConfigurationError when it cannot be used: lists every problem, each with the variable and the path of its key */
export function loadNotices({ noticeFile = '' }: Pick<BffOptions, 'noticeFile'>): LoadedFile<readonly WrittenNotice[]> {
  const file = { variable: variables.noticeFile, file: noticeFile, name: 'notices' }
  const readFile = () => ({ value: readJsonFile(WrittenNotices, file), problems: [] })
  return createLoadedFile<readonly WrittenNotice[]>(readFile(), readFile)
}
