import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { openStorage } from '../store/sql-store.ts'
import type { NewReceipt, Store } from '../store/store.ts'
import { aReceipt } from '../testing/receipts.ts'
import { runInTerminal } from '../testing/run-in-terminal.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { listPeriods } from './counts-command.ts'
import { runCli } from './run-cli.ts'

const DATA_DIR = temporaryFolder()
let store: Store

const counts = (...args: string[]) => runInTerminal(runCli, ['counts', ...args, '--quiet'], { DATA_DIR })
const range = '--from 2026-10-01 --to 2026-10-12 --zone America/Chicago'.split(' ')
const rowsOf = async (...args: string[]) =>
  (await counts(...args, '--format', 'csv', ...range)).out.split('\n').slice(1, -1)

async function register(times: number, change: Partial<NewReceipt>, outcome = 'answered'): Promise<void> {
  for (let time = 0; time < times; time++) {
    const receipt = aReceipt({ state: 'MI', embed: 'element', form_language: 'en', ...change })
    const [key, owner] = [receipt.id, 'o']
    await store.forms.startAttempt({ key, fingerprint: 'f', owner, startedAt: 1, lease: 2, expiresAt: 3, receipt })
    const end = { id: receipt.id, outcome, status: 200, finishedAt: receipt.created_at }
    await store.forms.finishAttempt({ key, owner, outcome: 'sealed', expiresAt: 3, receipt: end })
  }
}

beforeAll(async () => {
  const opened = await openStorage({ dataDir: DATA_DIR }, 'owner')
  if (opened === undefined) throw new Error('There is a folder.')
  store = opened
  const monday = Date.parse('2026-10-05T15:00:00Z')
  await register(7, { created_at: monday, campaign: 'source=Table+2&shift=am', partner: 'acme' })
  await register(6, { created_at: monday, campaign: 'source=Tür+%26+Tor'.replace('ü', '%C3%BC') })
  await register(2, { created_at: monday, campaign: 'source=kitchen', state: 'TN' })
  // Tuesday in UTC, and Monday in Chicago.
  await register(1, { created_at: Date.parse('2026-10-06T04:59:59Z'), state: 'TN' })
  await register(8, { created_at: Date.parse('2026-10-06T05:00:00Z'), form_language: 'es' })
  await register(9, { created_at: monday }, 'invalid')
})

afterAll(() => store.close())

describe('counts', () => {
  it('is exact, by days of the time zone, for all registrations that the service confirmed', async () => {
    expect((await rowsOf()).filter((row) => !row.endsWith(',0'))).toEqual(['2026-10-05,16', '2026-10-06,8'])
    expect(await rowsOf('--by', 'week')).toEqual(['2026-09-28,0', '2026-10-05,24'])
  })

  it('groups by one other value, with registrations that lack it, and prints the total', async () => {
    expect(await rowsOf('--by', 'shift')).toEqual(['(none),17', 'am,7', '(all),24'])
    expect(await rowsOf('--by', 'language')).toEqual(['en,16', 'es,8', '(all),24'])
    expect(await rowsOf('--by', 'source', '--partner', 'acme')).toEqual(['Table 2,7', '(all),7'])
    expect(await rowsOf('--by', 'outcome')).toEqual(['answered,24', 'invalid,9', '(all),33'])
    expect((await rowsOf('--by', 'week,state')).slice(1)).toEqual([
      '2026-10-05,MI,21',
      '2026-10-05,TN,3',
      '2026-10-05,(all),24',
    ])
  })

  it('for sharing prints whole weeks, "<5" for fewer than five voters, and rounded totals', async () => {
    expect(await rowsOf('--by', 'source', '--share')).toEqual([
      '2026-10-05,(none),9',
      '2026-10-05,Table 2,7',
      '2026-10-05,Tür & Tor,6',
      '2026-10-05,kitchen,<5',
      '2026-10-05,(all),25',
    ])
    expect(await rowsOf('--by', 'language', '--share')).toEqual([
      '2026-10-05,en,16',
      '2026-10-05,es,8',
      '2026-10-05,(all),24',
    ])
    expect((await counts('--by', 'day', '--share')).err).toContain('--share has only whole weeks')
  })

  it('prints a table, JSON or a page with a bar for each number', async () => {
    const args = ['--by', 'week,language', '--from', '2026-10-05', '--to', '2026-10-12', '--zone', 'America/Chicago']
    expect((await counts(...args)).out).toBe(
      'week        language  count\n2026-10-05  en        16\n2026-10-05  es        8\n2026-10-05  (all)     24\n',
    )
    expect(JSON.parse((await counts(...args, '--format', 'json')).out)).toMatchObject({
      zone: 'America/Chicago',
      by: ['week', 'language'],
      rows: [{ week: '2026-10-05', language: 'en', count: 16 }, { count: 8 }, { count: 24 }],
    })
    const page = (await counts(...args, '--format', 'html')).out
    expect(page).toContain('<th scope="row">2026-10-05</th><td>en</td><td class="number">16</td>')
    expect(page.match(/<rect width="/g)).toHaveLength(3)
  })

  it('of a partner uses the partner’s time zone unless another one is given', async () => {
    const PARTNERS_FILE = path.join(DATA_DIR, 'partners.json')
    const acme = { name: 'Acme', privacy_url: 'https://acme.example/privacy', time_zone: 'Pacific/Kiritimati' }
    writeFileSync(PARTNERS_FILE, JSON.stringify({ acme, other: { ...acme, time_zone: undefined } }))
    const zoneOf = async (...args: string[]) => {
      const all = ['counts', '--format', 'json', '--quiet', ...args]
      const { out } = await runInTerminal(runCli, all, { DATA_DIR, PARTNERS_FILE })
      return z.object({ zone: z.string() }).parse(JSON.parse(out)).zone
    }
    expect(await zoneOf('--partner', 'acme')).toBe('Pacific/Kiritimati')
    expect(await zoneOf('--partner', 'acme', '--zone', 'Asia/Tokyo')).toBe('Asia/Tokyo')
    const here = new Intl.DateTimeFormat('en').resolvedOptions().timeZone
    expect(await zoneOf('--partner', 'other')).toBe(here)
    expect(await zoneOf()).toBe(here)
  })

  it('of an unknown partner is an error, not a number under five', async () => {
    const { code, out, err } = await counts('--partner', 'amce')
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^Neither a receipt nor PARTNERS_FILE has a partner "amce".* Check the spelling/)
  })

  it.each([
    ['--by day,week', "argument 'day,week' is invalid. Use one or two names, for example week,source."],
    ["--by x'y", 'is invalid. Use one or two names'],
    ['--zone Chicago', "argument 'Chicago' is invalid. It is not a time zone such as America/Chicago."],
    ['--from monday', "argument 'monday' is invalid. It is not a day such as 2026-10-01."],
    ['--from 2026-10-05 --to 2026-10-05', '--to must be a day after --from: 2026-10-05 up to 2026-10-05 is nothing.'],
    ['--format xml', "argument 'xml' is invalid. Allowed choices are table, csv, json, html."],
  ])('explains what is wrong with %s', async (args, sentence) => {
    const { code, err } = await counts(...args.split(' '))
    expect(err).toContain(sentence)
    expect(code).toBe(2)
  })
})

describe('listPeriods', () => {
  const question = { firstDay: { year: 2026, month: 1, day: 1 }, endDay: { year: 2027, month: 1, day: 1 } }

  it('omits no moment and counts none twice, also where the clock changes at midnight', () => {
    for (const zone of ['America/Chicago', 'America/Santiago', 'Asia/Beirut', 'Australia/Lord_Howe']) {
      const days = listPeriods({ ...question, zone, time: 'day' })
      expect(days).toHaveLength(365)
      const read = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
      for (const [index, { name, from, to }] of days.entries()) {
        expect(from, `${zone} ${name}`).toBe(days[index - 1]?.to ?? from)
        expect([read.format(from), read.format(to - 1)], zone).toEqual([name, name])
      }
    }
  })

  it('names weeks by their Monday, and the first one without the days before it', () => {
    const weeks = listPeriods({ ...question, zone: 'UTC', time: 'week' })
    expect(weeks.slice(0, 2).map(({ name, from, to }) => [name, (to - from) / 86_400_000])).toEqual([
      ['2025-12-29', 4],
      ['2026-01-05', 7],
    ])
  })
})
