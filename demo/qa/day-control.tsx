/** The day as of which the form is shown: what state law asks of it changes by day. */
import { useId } from 'react'

/** Shows the day, and reports a change; empty for now. */
export function DayControl({ day, onDay }: { day: string; onDay: (day: string) => void }) {
  const id = useId()
  return (
    <div className="qa-control">
      <label htmlFor={id}>As of</label>
      <input id={id} type="date" value={day} onChange={({ target }) => onDay(target.value)} />
    </div>
  )
}
