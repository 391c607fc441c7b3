import { describe, expect, it } from 'vitest'
import { dayAt, daysInZone } from './days-in-zone.ts'

const hour = 3_600_000
const hoursOf = (from: string, to: string, zone: string) =>
  daysInZone(from, to, zone).map((day) => [day.day, (day.to - day.from) / hour])

describe('the days of a time zone', () => {
  it('begin at its midnight, and have 23 or 25 hours when clocks are turned', () => {
    expect(new Date(daysInZone('2026-10-31', '2026-11-01', 'America/Chicago')[0]?.from ?? 0).toISOString()).toBe(
      '2026-10-31T05:00:00.000Z',
    )
    const autumn = hoursOf('2026-10-31', '2026-11-03', 'America/Chicago')
    expect(autumn).toEqual([
      ['2026-10-31', 24],
      ['2026-11-01', 25],
      ['2026-11-02', 24],
    ])
    expect(hoursOf('2026-03-08', '2026-03-09', 'America/New_York')).toEqual([['2026-03-08', 23]])
    expect(hoursOf('2026-03-08', '2026-03-09', 'Asia/Kathmandu')).toEqual([['2026-03-08', 24]])
  })

  it('lose no moment and count none twice, also where clocks are turned at midnight', () => {
    for (const zone of ['Pacific/Honolulu', 'America/Santiago', 'Asia/Beirut', 'Australia/Lord_Howe', 'UTC']) {
      const days = daysInZone('2026-01-01', '2027-01-01', zone)
      expect(days).toHaveLength(365)
      for (const [index, { day, from, to }] of days.entries()) {
        expect(from, `${zone} ${day}`).toBe(days[index - 1]?.to ?? from)
        expect([dayAt(from, zone), dayAt(to - 1, zone)], zone).toEqual([day, day])
      }
    }
  })

  it('name the Monday of their week', () => {
    const weeks = daysInZone('2026-10-04', '2026-10-13', 'UTC').map(({ week }) => week)
    const [first, ...others] = weeks
    expect(first).toBe('2026-09-28')
    expect(others).toEqual([...Array.from({ length: 7 }, () => '2026-10-05'), '2026-10-12'])
  })
})
