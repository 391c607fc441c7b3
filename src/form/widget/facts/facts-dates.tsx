/** The age of the facts, and the disclaimer. */
import { readDateTime } from '../../../contract/civic-data/date-time.ts'
import type { StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { dayOf } from '../form/birth-date.ts'
import type { FactsLook } from './facts-look.ts'
import { type DayWords, formatDay } from './format-day.ts'

/** The lines below the facts. MUST show the date of the facts, and that they are not legal advice. */
export function FactsDates(props: { facts: StateFacts; sandbox: boolean; look: FactsLook }) {
  const { facts, sandbox, look } = props
  const { words } = look
  const date = formatDateTime(facts.as_of, look)
  return (
    <div className="vr-facts-dates">
      <p>
        {date !== undefined && `${words.asOf({ date })} `}
        {facts.stale && <strong>{words.stale}</strong>}
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
