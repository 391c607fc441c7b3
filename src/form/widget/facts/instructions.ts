/** The answer's instructions as plain text, to paste elsewhere. */
import type { StateFact, StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { formatDateTime } from './facts-dates.tsx'
import type { FactsLook } from './facts-look.ts'
import { formatDeadline } from './format-deadline.ts'
import { plainText } from './plain-text.ts'

/**
 * Returns the text: the service's, then the deadlines with their exceptions, then the links. Buttons are left out: their
 * addresses expire, and are private to the voter.
 *
 * @param markdown the service's text, unchanged
 */
export function instructions(
  markdown: string,
  facts: StateFacts | undefined,
  picked: { deadlines: readonly StateFact[]; links: readonly StateFact[] },
  look: FactsLook,
): string {
  const { words, dateOf } = look
  const parts = [plainText(markdown, look.decode)]
  const dateSaid = (fact: StateFact) => {
    const dated = dateOf?.(fact)
    return dated === undefined ? '' : ` – ${formatDeadline(dated, look)}`
  }
  const label = ({ slug, description }: StateFact) => words.labels[slug] ?? description
  if (facts !== undefined && picked.deadlines.length > 0) {
    const date = formatDateTime(facts.as_of, look)
    parts.push(
      [
        words.deadlines.heading({ state: facts.name }),
        ...picked.deadlines.map((fact) => `- ${label(fact)}: ${factToText(fact, look)}${dateSaid(fact)}`),
        [date !== undefined && words.asOf({ date }), words.disclaimer].filter(Boolean).join(' '),
      ].join('\n'),
    )
  }
  const links = picked.links.flatMap((fact) =>
    fact.value.is === 'link' ? [`- ${label(fact)}: ${fact.value.url}`] : [],
  )
  return [...parts, links.join('\n')].filter((part) => part !== '').join('\n\n')
}

/** Returns a fact with its exceptions (R-C20), as plain text in one line. */
export function factToText({ value, footnotes = '' }: StateFact, { decode }: Pick<FactsLook, 'decode'>): string {
  const said =
    value.is === 'markdown'
      ? plainText(value.markdown, decode)
      : value.is === 'text'
        ? value.text
        : value.is === 'date'
          ? value.date
          : ''
  return [said, plainText(footnotes, decode)].filter(Boolean).join(' – ').replaceAll(/\s+/g, ' ').trim()
}
