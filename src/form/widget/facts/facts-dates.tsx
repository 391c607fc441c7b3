/** The age of the facts, and the disclaimer. */
import { readDateTime } from '../../../contract/civic-data/date-time.ts'
import type { StateFact, StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { dayOf } from '../form/birth-date.ts'
import type { FactsLook } from './facts-look.ts'
import { type DayWords, formatDay } from './format-day.ts'

/** The lines below the facts. MUST show the date of the facts, and that they are not legal advice. */
export function FactsDates(props: {
  facts: StateFacts
  shown: readonly StateFact[]
  sandbox: boolean
  look: FactsLook
}) {
  const { facts, shown, sandbox, look } = props
  const { words } = look
  const date = formatDateTime(facts.as_of, look)
  return (
    <div className="vr-facts-dates">
      <p>
        {date !== undefined && `${words.asOf({ date })} `}
        {facts.stale && <strong>{words.stale} </strong>}
        {changes(shown, look)}
      </p>
      {sandbox && <p>{words.sample}</p>}
      <p>{words.disclaimer}</p>
    </div>
  )
}

/** Formats the day of a datetime in the voter's time zone; `undefined` for an invalid one. */
export function formatDateTime(value: string, words: DayWords): string | undefined {
  const read = readDateTime(value)
  return read === undefined ? undefined : formatDay(dayOf(read), words)
}

/** When the entries on the screen were changed, by the day in the service's data. */
function changes(shown: readonly StateFact[], look: FactsLook): string {
  const days = shown
    .map(({ modified_at }) => /^\d{4}-\d{2}-\d{2}/.exec(modified_at ?? '')?.[0])
    .filter((day) => day !== undefined)
    .sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return ''
  const [from, to] = [formatDateTime(`${first}T12:00:00`, look), formatDateTime(`${last}T12:00:00`, look)]
  if (from === undefined || to === undefined) return ''
  return from === to ? look.words.changedOn({ date: to }) : look.words.changedBetween({ from, to })
}
