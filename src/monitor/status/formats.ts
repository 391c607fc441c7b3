/** Formats of dates and numbers by language, each created once: to create one takes longer than to use it a hundred times. */
const day = { dateStyle: 'medium', timeZone: 'UTC' } as const
const unit = { style: 'unit', unitDisplay: 'long', maximumFractionDigits: 1 } as const

function create(language: string) {
  return {
    day: new Intl.DateTimeFormat(language, day),
    moment: new Intl.DateTimeFormat(language, { ...day, timeStyle: 'short' }),
    number: new Intl.NumberFormat(language, { maximumFractionDigits: 2, minimumFractionDigits: 2 }),
    percent: new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }),
    minutes: new Intl.NumberFormat(language, { ...unit, unit: 'minute' }),
    hours: new Intl.NumberFormat(language, { ...unit, unit: 'hour' }),
    days: new Intl.NumberFormat(language, { ...unit, unit: 'day' }),
    relative: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
  }
}

const created = new Map<string, ReturnType<typeof create>>()

/** Returns the formats of a language. Times are in UTC. */
export function formatsIn(language: string) {
  const formats = created.get(language) ?? create(language)
  created.set(language, formats)
  return formats
}
