/** The QA page shows what voters will read on a day. */
import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { Settings } from 'voter-registration/contract'
import { asOf } from './as-of.ts'
import { lawRows } from './law-rows.ts'

const origin = 'http://localhost:4173'
const [apiKeyId, apiKeySecret] = ['00000000-0000-4000-8000-000000000001', 'sandbox-secret']
const options = { upstreamUrl: 'http://127.0.0.1:9', apiKeyId, apiKeySecret, allowedOrigins: [origin] }
const site = new Hono().route('/as-of', asOf(options))
const settingsOn = async (day: string) =>
  Settings.parse(await (await site.request(`/as-of/${day}/settings`, { headers: { Origin: origin } })).json())

it('has the rows of docs/law.md', () => {
  const [, sample = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync('docs/law.md', 'utf8')) ?? []
  expect(lawRows).toEqual(JSON.parse(sample))
})

it('closes a way from its day on, and not before', async () => {
  const closed = ({ notices = [] }: Settings) => notices.filter(({ closes }) => closes === 'online')
  const before = await settingsOn('2026-10-05')
  expect(before.prefill_off).toEqual(['TN', 'LA'])
  expect(closed(before)).toEqual([])
  expect(closed(await settingsOn('2026-10-06'))).toHaveLength(1)
})

it.each(['2026-13-05', '2026-02-31'])('knows no day that there is not: %s', async (day) => {
  expect((await site.request(`/as-of/${day}/settings`)).status).toBe(404)
})
