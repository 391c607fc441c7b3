/** Saves a calendar file on the voter's device. */
import { type CalendarEntry, calendarFile } from './calendar-file.ts'

/**
 * Saves the entries as a download.
 *
 * @param name of the file, without its extension
 */
export function saveCalendar(entries: readonly CalendarEntry[], name: string, now: Date): void {
  const url = URL.createObjectURL(new Blob([calendarFile(entries, now)], { type: 'text/calendar;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.ics`
  link.click()
  // Some browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
