import { expect, it } from 'vitest'
import { logText } from './log-entry.ts'

it('a copied log entry has time, sender and receiver, summary and details', () => {
  const at = new Date(2026, 2, 2, 9, 4, 5, 7)
  expect(
    logText([
      { id: 1, date: at, source: 'form', target: 'page', line: 'onReady', tone: 'plain', details: '' },
      {
        id: 2,
        date: at,
        source: 'form',
        target: 'BFF',
        line: 'GET /settings: 200',
        tone: 'good',
        details: 'GET\n\n← 200',
      },
    ]),
  ).toBe('09:04:05.007 form → page: onReady\n\n09:04:05.007 form → BFF: GET /settings: 200\n    GET\n    \n    ← 200\n')
})
