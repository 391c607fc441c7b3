/** Formats the answer's instructions as plain text, for sharing. */
import type { StateFact, StateFacts } from '../../../contract/civic-data/state-facts.ts'
import type { FactsContext } from '../messages/facts-messages.ts'
import { describeOnlineId, toPlainText, translateRule } from './common-values.ts'
import { formatElection, formatLastDay, getLastDays, isDayOff } from './deadline-dates.ts'
import { formatDateTime } from './facts-list.tsx'
import { formatWeekday } from './format-day.ts'
import { selectDeadlines, selectOnlineId } from './pick-facts.ts'

/** Returns the last days to register, and the ID needed for the online form. */
export function formatEssentials(facts: StateFacts, today: Date, context: FactsContext): string {
  const { t, decode } = context
  const days = getLastDays(facts, today)
  const [first] = days
  const idFact = selectOnlineId(facts)
  const onlineId = idFact && describeOnlineId(idFact, context)
  return [
    ...days.flatMap((day) => [
      formatLastDay(day, context),
      isDayOff(day) && `${formatWeekday(day.date, context)}: ${t.dated.dayOff}`,
    ]),
    first && formatElection(first, context),
    onlineId &&
      [t.haveReady.lead, [onlineId.text, toPlainText(idFact.footnotes ?? '', decode)].filter(Boolean).join(' – ')].join(
        ' ',
      ),
  ]
    .filter(Boolean)
    .join('\n')
}

/** Omits the buttons: their URLs expire, and are private to the voter. */
export function formatInstructions(
  markdown: string,
  { facts, links, context }: { facts: StateFacts | undefined; links: readonly StateFact[]; context: FactsContext },
): string {
  const { t } = context
  const parts = [toPlainText(markdown, context.decode)]
  const getLabel = ({ slug, description }: StateFact) => t.labels[slug] ?? description
  const deadlines = facts === undefined ? [] : selectDeadlines(facts)
  if (facts !== undefined && deadlines.length > 0) {
    const date = formatDateTime(facts.as_of, context)
    parts.push(
      [
        t.deadlines.heading({ state: facts.name }),
        ...deadlines.map((fact) => `- ${getLabel(fact)}: ${factToText(fact, context)}`),
        [date !== undefined && t.asOf({ date }), t.disclaimer].filter(Boolean).join(' '),
      ].join('\n'),
    )
  }
  const addresses = links.flatMap((fact) =>
    fact.value.is === 'link' ? [`- ${getLabel(fact)}: ${fact.value.url}`] : [],
  )
  return [...parts, addresses.join('\n')].filter((part) => part !== '').join('\n\n')
}

/** Returns a fact with its exceptions (R-C20) as one line of plain text. */
export function factToText({ slug, value, footnotes = '' }: StateFact, context: FactsContext): string {
  const { decode } = context
  const text =
    value.is === 'markdown'
      ? (translateRule(slug, value.markdown, context) ?? toPlainText(value.markdown, decode))
      : value.is === 'text'
        ? value.text
        : value.is === 'date'
          ? value.date
          : ''
  return [text, toPlainText(footnotes, decode)].filter(Boolean).join(' – ').replaceAll(/\s+/g, ' ').trim()
}
