import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { theSettings } from '../../contract/testing/samples.ts'
import { blocksToText, createSnapshot, serializeBlocks } from '../consent/shown-text.ts'
import { createWording, ourWording } from '../consent/wording.ts'
import { openStorage } from '../store/sql-store.ts'
import type { Store } from '../store/store.ts'
import { aReceipt } from '../testing/receipts.ts'
import { runInTerminal } from '../testing/run-in-terminal.ts'
import { temporaryFolders } from '../testing/temporary-folder.ts'
import { runCli } from './run-cli.ts'

const newFolder = temporaryFolders()
const DATA_DIR = newFolder()
let store: Store

const theReceipt = aReceipt({
  id: '11111111-1111-4111-8111-111111111111',
  created_at: Date.parse('2026-10-05T12:00:00Z'),
  reference: 'ref-r',
  wording_version: 'en-51c37c27',
  opt_ins: ['sms_opt_in', 'sms_opt_in_subscriber'],
  form_version: '0.1.0',
  phone_hmac: '-abc',
})

/** Runs a command in a terminal, beside the BFF that has the storage open. */
const run = (args: string[], env: Record<string, string> = { DATA_DIR }) => runInTerminal(runCli, args, env)

const click = { receipt: 'none', button: 'primary' } as const
const attempt = { fingerprint: 'f', owner: 'o', startedAt: 1, lease: 2, expiresAt: 3 }

beforeAll(async () => {
  const opened = await openStorage({ dataDir: DATA_DIR }, 'owner')
  if (opened === undefined) throw new Error('There is a folder.')
  store = opened
  for (const at of [1, 2, 3])
    await store.clicks.add({ event: `{"n":${at}}`, reference: `ref-${at}`, tokenHash: `m${at}`, acceptedAt: at, click })
  const failed = {
    state: 'failed',
    attempts: 8,
    unanswered: 0,
    nextAttemptAt: 0,
    attemptedAt: 20,
    status: 503,
    cause: 'status',
  } as const
  for (const { id } of await store.clicks.claim(10, 2, 1)) await store.clicks.recordAttempt({ id, ...failed })
  await store.forms.startAttempt({ key: 'k', ...attempt, receipt: theReceipt })
})
afterAll(() => store.close())

describe('voter-registration-server outbox', () => {
  it('list prints a table for people while the BFF runs', async () => {
    const { code, out } = await run(['outbox', 'list'])
    expect(code).toBe(0)
    const lines = out.split('\n')
    expect(lines[0]).toMatch(/^id +state +attempts +accepted +next attempt +last answer +reference$/)
    expect(lines[1]).toMatch(/^ ?1 +failed +8 +1970-01-01T00:00:00\.001Z +- +503 +ref-1$/)
    expect(out).toContain('1 waiting, the oldest since 1970-01-01T00:00:00.003Z; 2 failed, 0 unknown.')
  })

  it('list --json prints JSON, by state and page', async () => {
    const { out } = await run(['outbox', 'list', '--state', 'failed', '--limit', '1', '--after', '1', '--json'])
    expect(JSON.parse(out)).toMatchObject([
      { id: 2, state: 'failed', event: '{"n":2}', attempts: 8, next_attempt_at: null },
    ])
  })

  it('prints no terminal control codes, whatever a click or a receipt contains', async () => {
    const dataDir = newFolder()
    const storage = await openStorage({ dataDir }, 'owner')
    if (storage === undefined) throw new Error('There is a folder.')
    const evil = 'a\u001b[2J\u009b31m\u202e\nb'
    await storage.clicks.add({ event: evil, reference: evil, tokenHash: 'evil', acceptedAt: 1, click })
    const receipt = { ...theReceipt, site: evil, form_version: evil }
    await storage.forms.startAttempt({ key: 'e', ...attempt, receipt })
    const commands = ['outbox list', 'outbox show 1', 'consent export']
    for (const typed of [...commands, ...commands.map((one) => `${one} --json`), 'outbox export']) {
      const { code, out } = await run(typed.split(' '), { DATA_DIR: dataDir })
      expect(code).toBe(0)
      expect(out).toContain('\\u001b[2J\\u009b31m\\u202e')
      expect(out).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}|^b/mu)
    }
    const { out } = await run(['outbox', 'export'], { DATA_DIR: dataDir })
    expect(JSON.parse(out)).toMatchObject({ event: evil, reference: evil })
    await storage.close()
  })

  it('show prints one click with its event', async () => {
    expect((await run(['outbox', 'show', '3'])).out).toMatch(/^event +\{"n":3\}$/m)
    expect(JSON.parse((await run(['outbox', 'show', '3', '--json'])).out)).toMatchObject({ id: 3, state: 'waiting' })
    expect(await run(['outbox', 'show', '99'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('no click 99'),
    })
  })

  it('export prints every click as one line of JSON', async () => {
    const { out } = await run(['outbox', 'export'])
    const rows = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).event)
    expect(rows).toEqual(['{"n":1}', '{"n":2}', '{"n":3}'])
  })

  it('retry makes one click wait again, or all', async () => {
    expect(await run(['outbox', 'retry', '1', '99'])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^1 click is pending again/),
    })
    expect(await store.clicks.get(1)).toMatchObject({ state: 'waiting', attempts: 0 })
    expect(JSON.parse((await run(['outbox', 'retry', '--all', '--json'])).out)).toEqual({ retried: 1 })
  })

  it('says which variable is missing, invalid or unknown', async () => {
    const withEnv = async (env: Record<string, string>) => (await run(['outbox', 'list'], env)).err
    expect(await withEnv({})).toContain('Set DATA_DIR or DATABASE_URL')
    expect(await withEnv({ DATA_DIR: '/nowhere' })).toContain('There is no bff.db in "/nowhere"')
    expect(await withEnv({ DATA_DIR, DATABASE_URL: 'postgres://a/b?sslmode=disable' })).toContain('both set')
    const unreachable = await run(['outbox', 'list'], { DATABASE_URL: 'postgres://u:CANARY@127.0.0.1:1/db' })
    expect(unreachable).toMatchObject({ code: 1, err: expect.stringContaining('ECONNREFUSED') })
    expect(unreachable.err).not.toContain('CANARY')
  })
})

describe('voter-registration-server consent export', () => {
  it('prints CSV in which no spreadsheet runs a formula', async () => {
    const { out } = await run(['consent', 'export'])
    expect(out.split('\n').slice(0, 2)).toEqual([
      'time,reference,wording_version,locale,opt_ins,form_version,site,phone_hmac,outcome,upstream_status,outcome_time,id,form_language,embed,path,partner,campaign,state,clicked',
      "2026-10-05T12:00:00.000Z,ref-r,en-51c37c27,en,sms_opt_in sms_opt_in_subscriber,0.1.0,https://partner.example,'-abc,open,,,11111111-1111-4111-8111-111111111111,,,,,,,",
    ])
  })

  it('prints JSON lines, from and to a day', async () => {
    const json = async (...args: string[]) => (await run(['consent', 'export', '--json', ...args])).out
    expect(JSON.parse(await json('--from', '2026-10-05', '--to', '2026-10-06'))).toMatchObject({
      wording_version: 'en-51c37c27',
      opt_ins: ['sms_opt_in', 'sms_opt_in_subscriber'],
      phone_hmac: '-abc',
      outcome: 'open',
    })
    expect(await json('--to', '2026-10-05')).toBe('')
    for (const day of ['yesterday', '2026-02-30', '2026-02-30T12:00Z', '2026-10-05T25:00Z']) {
      expect((await run(['consent', 'export', '--from', day])).err).toContain(
        `argument '${day}' is invalid. It is not a day`,
      )
    }
    expect(await json('--from', '2026-10-05T11:59:00Z')).not.toBe('')
  })
})

it('consent export of a partner is an error where no receipt and no variable names that partner', async () => {
  const of = (env: Record<string, string>) => run(['consent', 'export', '--partner', 'river'], { DATA_DIR, ...env })
  expect(await of({})).toMatchObject({ code: 1, out: '', err: expect.stringContaining('has a partner "river"') })
  const PARTNERS_FILE = path.join(DATA_DIR, 'partners.json')
  writeFileSync(PARTNERS_FILE, '{"river":{}}')
  expect(await of({ PARTNERS_FILE })).toMatchObject({ code: 0, err: '' })
})

describe('voter-registration-server consent show', () => {
  it('prints a receipt and what that person saw, by id or reference', async () => {
    const { operator, partner } = theSettings()
    const names = { operator, partner }
    const wording = createWording('en', ourWording.en, { subscriber: true, names })
    const { version, language, blocks } = createSnapshot(wording, names, {
      catalog: undefined,
      subscriber: true,
    })
    await store.wordings.keep({ version, language, text: serializeBlocks(blocks), created_at: 1_000 })
    const receipt = {
      ...theReceipt,
      id: crypto.randomUUID(),
      reference: 'ref-new',
      wording_version: version,
      embed: 'hosted',
    }
    await store.forms.startAttempt({ key: 'n', ...attempt, receipt })

    const { code, out } = await run(['consent', 'show', 'ref-new'])
    expect(code).toBe(0)
    expect(out).toMatch(/embed +hosted\n/)
    expect(out).toContain(blocksToText(blocks, ['agree', 'subscriber']))
    expect((await run(['consent', 'show', receipt.id])).out).toBe(out)

    const file = path.join(DATA_DIR, 'wordings.jsonl')
    expect((await run(['consent', 'export', '--wordings', file])).out).toContain(version)
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { wording_version: version, text: blocksToText(blocks) },
    ])
  })

  it('prints a receipt whose text is missing, and says so', async () => {
    const { code, out } = await run(['consent', 'show', 'ref-r'])
    expect(code).toBe(0)
    expect(out).toMatch(/wording_version +en-51c37c27\n/)
    expect(out).toContain('The database does not have this text.')
  })

  it('says that there is no such receipt', async () => {
    const err = expect.stringContaining('"nobody"')
    expect(await run(['consent', 'show', 'nobody'])).toMatchObject({ code: 1, err })
  })
})
