import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCalendarFile } from './calendar-file.ts'

const written = new Date('2026-03-02T15:04:05.678Z')
const entry = {
  id: 'il-registration-deadline-online-2026-11-03',
  date: { year: 2026, month: 10, day: 31 },
  summary: 'Voter registration in Illinois: Deadline online',
  description: 'Illinois says: 3 days before; or later, see \\ here\nCheck.',
}

/** The lines of a file, unfolded. */
const lines = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

describe('the calendar file', () => {
  it('has each deadline as a whole day that marks nobody as busy (RFC 5545)', () => {
    expect(lines(createCalendarFile([entry], written))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//voter-registration//facts//EN',
      'CALSCALE:GREGORIAN',
      'BEGIN:VEVENT',
      'UID:il-registration-deadline-online-2026-11-03@voter-registration',
      'DTSTAMP:20260302T150405Z',
      'DTSTART;VALUE=DATE:20261031',
      'DTEND;VALUE=DATE:20261101',
      'SUMMARY:Voter registration in Illinois: Deadline online',
      'DESCRIPTION:Illinois says: 3 days before\\; or later\\, see \\\\ here\\nCheck.',
      'TRANSP:TRANSPARENT',
      // 9 a.m. a week before, and 9 a.m. the day before.
      ...['-P6DT15H', '-PT15H'].flatMap((trigger) => [
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        `TRIGGER:${trigger}`,
        'DESCRIPTION:Voter registration in Illinois: Deadline online',
        'END:VALARM',
      ]),
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  it('has lines of at most 75 bytes, splits no character, and turns no text into a line of its own', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const file = createCalendarFile([{ ...entry, description: text }], written)
        for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
        expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
        expect(lines(file)).toHaveLength(25)
      }),
    )
  })
})
