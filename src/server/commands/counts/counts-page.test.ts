import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { serve } from '../../serve.ts'
import type { Counted, ReceiptStore } from '../../store/store.ts'
import { theOptions } from '../../testing/bff-requests.ts'
import { createCountsPage } from './counts-page.ts'

/** Sunday. */
const now = () => Date.parse('2026-10-11T12:00:00Z')

const page = (count: ReceiptStore['count'], parameters?: readonly string[]) => {
  const answer = createCountsPage({ count }, parameters, now)
  return (query = '') => answer(new URLSearchParams(query))
}

/** More registrations on each day the older it is, from three sources. */
const some = page(async ({ from, by }) => {
  const values = (source: string) => by.map((name) => (name === 'outcome' ? 'answered' : source))
  const count = Math.round((now() - from) / 86_400_000)
  const counted: Counted[] = [{ values: values('<Table 2>'), count: 15 + count }]
  const others: Counted[] = [
    { values: values('kitchen'), count: new Date(from).getUTCDay() === 1 ? 1 : 0 },
    { values: values('letter'), count: 9 },
  ]
  return by.length > 1 ? [...counted, ...others] : counted
})

it('shows the days of the last four weeks that have ended, on each day of a week the same, and the same as CSV', async () => {
  const { status, type, text } = await some()
  expect([status, type]).toEqual([200, 'text/html; charset=utf-8'])
  expect(text).toContain('from 2026-09-07 up to 2026-10-05')
  const csv = await some('format=csv')
  expect(csv.type).toBe('text/csv; charset=utf-8')
  const rows = csv.text.trim().split('\r\n')
  expect([rows[0], rows[1], rows.at(-1)]).toEqual(['day,count', '2026-09-07,50', '2026-10-04,23'])
  expect(rows).toHaveLength(29)
  const onMonday = createCountsPage({ count: async () => [] }, [], () => Date.parse('2026-10-05T12:00:00Z'))
  const { text: before } = await onMonday(new URLSearchParams())
  expect(before).toContain('from 2026-09-07 up to 2026-10-05')
})

it('names no source that only few came from, in days and in weeks, and escapes the others', async () => {
  for (const by of ['day', 'week']) {
    const { text } = await some(`by=${by}&and=source&from=2026-09-28&weeks=1`)
    expect(text).toContain('&lt;Table 2&gt;')
    expect(text.replaceAll('&lt;Table 2&gt;', '')).not.toMatch(/kitchen|<Table/)
  }
})

it('offers the partner’s own parameters, and refuses what would tell more: other days and columns', async () => {
  const own = page(async () => [], ['shift'])
  expect((await own('and=shift')).status).toBe(200)
  const refused = async (query: string) => {
    const { status, text } = await some(query)
    return [status, text.trim()]
  }
  expect(await refused('from=2026-10-06')).toEqual([400, 'from is not a Monday such as 2026-10-05.'])
  expect(await refused('by=partner')).toEqual([400, 'by is not day or week.'])
  expect((await refused('and=shift'))[0]).toBe(400)
  expect((await refused('weeks=54'))[0]).toBe(400)
  expect((await refused('format=xml'))[0]).toBe(400)
})

it('is served beside the metrics, on this machine only, with a strict policy; without storage it is missing', async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-counts-page-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const options = { ...theOptions('http://127.0.0.1:9'), port: 0, metricsPort: 0, dataDir }
  const counts = { counts: ({ receipts }: { receipts: ReceiptStore }) => createCountsPage(receipts) }
  const server = await serve(options, { log: () => undefined, internals: counts })
  onTestFinished(() => server.close())
  const address = new URL('/counts?by=week&and=state', server.metricsUrl)
  const response = await fetch(address)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await response.text()).toContain('<h1>Registrations by week and state</h1>')
  expect((await fetch(address, { method: 'POST' })).status).toBe(404)
  expect((await fetch(new URL('/counts', server.url))).status).toBe(404)
  const bare = await serve({ ...options, dataDir: 'none' }, { log: () => undefined, internals: counts })
  onTestFinished(() => bare.close())
  expect((await fetch(new URL('/counts', bare.metricsUrl))).status).toBe(404)
})
