import { describe, expect, it } from 'vitest'
import { countRuns, formatReport, isExpected } from './report.ts'

const rows = [
  { name: '', upstream: '', voter: '', screen: 'answer' },
  { name: 'no-button', upstream: '', voter: '', screen: 'answer', methods: 0 },
  { name: 'auth', upstream: '', voter: '', screen: 'not-sent' },
] as const
const runs = {
  '': { react: { screen: 'answer', methods: 1 } },
  'no-button': { react: { screen: 'answer', methods: 2 }, hosted: 'running' },
  auth: { element: { screen: 'not-sent', methods: 0 }, plain: { screen: 'form', methods: 0 } },
} as const

describe('an observed result', () => {
  it('matches by its screen, and by its buttons if the row has a number', () => {
    expect(isExpected(rows[0], { screen: 'answer', methods: 1 })).toBe(true)
    expect(isExpected(rows[1], { screen: 'answer', methods: 2 })).toBe(false)
    expect(isExpected(rows[2], { screen: 'nothing in a minute', methods: 0 })).toBe(false)
    expect(countRuns(rows, runs)).toEqual({ done: 4, wrong: 2 })
  })

  it('is reported with what was expected, what was seen, and what was not run', () => {
    const report = formatReport(rows, runs, { date: new Date(0), browser: 'A browser' })
    expect(report).toContain('1970-01-01T00:00:00.000Z, A browser')
    expect(report).toContain('4 runs, 2 not as expected.')
    expect(report).toContain('| ordinary | answer | as expected | not run | not run | not run |')
    expect(report).toContain(
      '| no-button | answer, 0 buttons | **not as expected**: answer, 2 buttons | not run | not run | not run |',
    )
    expect(report).toContain('| auth | not-sent | not run | as expected | not run | **not as expected**: form |')
  })
})
