/** Formats of dates and numbers each created once: to create one takes longer than to use it a hundred times. */
const day = { dateStyle: 'medium', timeZone: 'UTC' } as const
const unit = { style: 'unit', unitDisplay: 'long', maximumFractionDigits: 1 } as const

/** Times are in UTC. */
export const formats = {
  day: new Intl.DateTimeFormat('en', day),
  moment: new Intl.DateTimeFormat('en', { ...day, timeStyle: 'short' }),
  number: new Intl.NumberFormat('en', { maximumFractionDigits: 2, minimumFractionDigits: 2 }),
  percent: new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 }),
  minutes: new Intl.NumberFormat('en', { ...unit, unit: 'minute' }),
  hours: new Intl.NumberFormat('en', { ...unit, unit: 'hour' }),
  days: new Intl.NumberFormat('en', { ...unit, unit: 'day' }),
  relative: new Intl.RelativeTimeFormat('en', { numeric: 'auto' }),
}
