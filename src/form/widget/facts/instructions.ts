/** The answer's instructions as plain text, to paste elsewhere. */
import type { StateFact, StateFacts } from '../../../contract/civic-data/state-facts.ts'
import type { FactsLook } from '../messages/facts-messages.ts'
import { plainText, thingsToHave, translateRule } from './common-values.ts'
import { formatElection, formatLastDay, isDayOff, lastDays } from './deadline-dates.ts'
import { formatDateTime } from './facts-list.tsx'
import { formatWeekday } from './format-day.ts'
import { pickDeadlines, pickOnlineId } from './pick-facts.ts'

/** Returns what a voter must know, in a few lines: the last days, and what to have ready for the online form. */
export function essentials(facts: StateFacts, today: Date, look: FactsLook): string {
  const { words, decode } = look
  const days = lastDays(facts, today)
  const [first] = days
  const online = pickOnlineId(facts)
  const things = online && thingsToHave(online, look)
  return [
    ...days.flatMap((day) => [
      formatLastDay(day, look),
      isDayOff(day) && `${formatWeekday(day.date, look)}: ${words.dated.dayOff}`,
    ]),
    first && formatElection(first, look),
    things &&
      [words.haveReady.lead, [things.text, plainText(online.footnotes ?? '', decode)].filter(Boolean).join(' – ')].join(
        ' ',
      ),
  ]
    .filter(Boolean)
    .join('\n')
}

/** Buttons are left out: their addresses expire, and are private to the voter. */
export function instructions(
  markdown: string,
  { facts, links, look }: { facts: StateFacts | undefined; links: readonly StateFact[]; look: FactsLook },
): string {
  const { words } = look
  const parts = [plainText(markdown, look.decode)]
  const label = ({ slug, description }: StateFact) => words.labels[slug] ?? description
  const deadlines = facts === undefined ? [] : pickDeadlines(facts)
  if (facts !== undefined && deadlines.length > 0) {
    const date = formatDateTime(facts.as_of, look)
    parts.push(
      [
        words.deadlines.heading({ state: facts.name }),
        ...deadlines.map((fact) => `- ${label(fact)}: ${factToText(fact, look)}`),
        [date !== undefined && words.asOf({ date }), words.disclaimer].filter(Boolean).join(' '),
      ].join('\n'),
    )
  }
  const addresses = links.flatMap((fact) => (fact.value.is === 'link' ? [`- ${label(fact)}: ${fact.value.url}`] : []))
  return [...parts, addresses.join('\n')].filter((part) => part !== '').join('\n\n')
}

/** Returns a fact with its exceptions (R-C20), as plain text in one line; a deadline's rule in the form's language. */
export function factToText({ slug, value, footnotes = '' }: StateFact, look: FactsLook): string {
  const { decode } = look
  const said =
    value.is === 'markdown'
      ? (translateRule(slug, value.markdown, look) ?? plainText(value.markdown, decode))
      : value.is === 'text'
        ? value.text
        : value.is === 'date'
          ? value.date
          : ''
  return [said, plainText(footnotes, decode)].filter(Boolean).join(' – ').replaceAll(/\s+/g, ' ').trim()
}
