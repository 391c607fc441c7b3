/** An upgrade from release 0.1.0 with its rows: the new release starts, migrates, delivers waiting presses, knows the forms.
 *  `ROWS` sets the number of rows (10,000); with it the built command runs, in its own process. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Libsql from 'libsql'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerOf, partnerOrigin, press, problemOf, register } from '../testing/bff-requests.ts'
import { freePort } from '../testing/free-port.mjs'
import { type Execute, fillRelease01, oldFingerprint, oldPress } from '../testing/release-0.1-rows.ts'
import { aRequest } from '../testing/samples.ts'
import { aRegistrationCall } from '../testing/service-call.ts'
import { sharedPostgres } from '../testing/shared-postgres.ts'
import { runBff } from './bff-command.ts'
import { runSandbox } from './sandbox-command.ts'

const rows = Number(process.env.ROWS ?? 10_000)
const root = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-upgrade-'))
const keyId = '00000000-0000-4000-8000-000000000001'
const secret = 'sandbox-secret'
const material = new TextEncoder().encode(secret)

const postgres = sharedPostgres()
let sandbox: Awaited<ReturnType<typeof runSandbox>>
beforeAll(async () => {
  const print = () => undefined
  sandbox = await runSandbox({ SANDBOX_PORT: String(await freePort()), SANDBOX_UPTIME_SECONDS: 'off' }, print)
})
afterAll(async () => {
  await sandbox.close()
  rmSync(root, { recursive: true, force: true })
})

/** The command `bff`. */
async function startNewRelease(env: Record<string, string>) {
  const all = {
    UPSTREAM_URL: sandbox.url,
    API_KEY_ID: keyId,
    API_KEY_SECRET: secret,
    ALLOWED_ORIGINS: partnerOrigin,
    PORT: String(await freePort()),
    LOG_LEVEL: 'error',
    ...env,
  }
  if (process.env.ROWS === undefined) return runBff(all, () => undefined)
  const cli = 'node_modules/voter-registration-server/dist/cli.js'
  const child = spawn(process.execPath, [cli, 'bff'], {
    env: { PATH: process.env.PATH, ...all, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = `http://127.0.0.1:${all.PORT}`
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) if (line.includes('"migration_')) console.log(line)
  })
  return {
    url,
    close: () =>
      new Promise<void>((resolve) => {
        child.once('exit', () => resolve()).kill('SIGTERM')
      }),
  }
}

/** Returns the event that the sandbox issues to a voter. */
async function anEvent(number: number): Promise<string> {
  const call = aRegistrationCall({ ...aRequest(), email: `waiting${number}@example.org` }, { base: sandbox.url })
  const answer = await (await fetch(call)).json()
  return JSON.stringify(answer.buttons[0].event_tracking)
}

async function received(): Promise<{ registrations: unknown[]; events: { raw: string }[] }> {
  return (await fetch(`${sandbox.url}/_sandbox/received`)).json()
}

interface Storage {
  env: Record<string, string>
  execute: Execute
  count(table: string): Promise<number>
  bytes(): Promise<number>
  done(): Promise<void>
}

const kinds: ['sqlite' | 'postgres', () => Promise<Storage>][] = [
  [
    'sqlite',
    async () => {
      const DATA_DIR = mkdtempSync(path.join(root, 'data-'))
      const file = path.join(DATA_DIR, 'bff.db')
      const database = new Libsql(file)
      database.exec('PRAGMA journal_mode = WAL')
      return {
        env: { DATA_DIR },
        execute: async (sql) => database.exec(sql),
        count: async (table) => Number(Object.values(database.prepare(`SELECT count(*) FROM ${table}`).get() ?? {})[0]),
        bytes: async () => statSync(file).size,
        done: async () => void database.close(),
      }
    },
  ],
  [
    'postgres',
    async () => {
      const DATABASE_URL = await postgres.newDatabase()
      const client = new Client({ connectionString: DATABASE_URL })
      await client.connect()
      const numberOf = async (sql: string) => Number((await client.query(sql)).rows[0].n)
      return {
        env: { DATA_DIR: '', DATABASE_URL },
        execute: (sql) => client.query(sql),
        count: (table) => numberOf(`SELECT count(*) AS n FROM ${table}`),
        bytes: () => numberOf('SELECT pg_database_size(current_database()) AS n'),
        done: () => client.end(),
      }
    },
  ],
]

it('fingerprints are those that 0.1.0 has made', () => {
  // From the database of a 0.1.0 process with this SEAL_KEY.
  const key = Buffer.from('0123456789012345678901234567890123456789012345678901234567890123', 'hex')
  const body =
    '{"first_name":"Sample","last_name":"Voter","date_of_birth":"1990-04-12","email":"someone@example.org","address1":"10 Test Street","city":"Boston","state":"MA","zipcode":"02108","sms_opt_in":true}'
  const service = `http://127.0.0.1:18788 ${keyId}`
  const fingerprint = oldFingerprint(key, { service, origin: 'https://partner.example', body })
  expect(fingerprint).toBe('HR9qgA7sJVUP9MZDrlMKRm5Ykw0c8xX0jy3dWPHB_zc')
})

describe.each(kinds)('release 0.1.0 on %s', (dialect, make) => {
  it('is upgraded: nothing waits any more, nothing is sent twice, and forms keep their answers', async () => {
    const storage = await make()
    const events = await Promise.all(Array.from({ length: 25 }, (_, number) => anEvent(number)))
    const registered = (await received()).registrations.length
    const [ofPage = '', ...waiting] = events
    const [key, lostKey] = [crypto.randomUUID(), crypto.randomUUID()]
    const button = { message_text: 'Go on', primary: true, url: 'https://register.state.example/' }
    const answer = { message_markdown: 'Kept.', buttons: [{ ...button, press: oldPress(material, ofPage) }] }
    const body = JSON.stringify(aRequest())
    const service = `${sandbox.url} ${keyId}`
    const form = { key, service, origin: partnerOrigin, body, answer: JSON.stringify(answer) }
    await fillRelease01(dialect, storage.execute, { rows, material, form, lostKey, events: waiting })
    const before = { press: await storage.count('bff_press'), receipt: await storage.count('bff_receipt') }

    const began = performance.now()
    const server = await startNewRelease(storage.env)
    const ready = () =>
      fetch(`${server.url}/readyz`).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(ready, { timeout: 600_000 }).toBe(200)
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    const mebibytes = Math.round((await storage.bytes()) / 2 ** 20)
    if (process.env.ROWS) console.log(`${dialect}: ${rows} rows, ${mebibytes} MiB, ready after ${seconds} s`)

    const bff = {
      fetch: async (request: Request) =>
        fetch(server.url + new URL(request.url).pathname, {
          method: request.method,
          headers: request.headers,
          body: request.method === 'POST' ? await request.text() : null,
        }),
    }
    const kept = await answerOf(await register(bff, { body, key }))
    expect(kept).toMatchObject(answer)
    expect((await press(bff, kept.buttons[0]?.press)).status).toBe(202)
    expect(await problemOf(await register(bff, { body, key: lostKey }))).toMatchObject({
      outcome: 'may_have_been_sent',
    })
    expect((await received()).registrations).toHaveLength(registered)
    expect((await register(bff, { body: { ...aRequest(), email: 'new@example.org' } })).status).toBe(200)
    expect((await received()).registrations).toHaveLength(registered + 1)

    const delivered = async () => {
      const { events: reported } = await received()
      return reported.flatMap(({ raw }) => (events.includes(raw) ? [raw] : [])).sort()
    }
    await expect.poll(async () => (await delivered()).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(events.length)
    await server.close()
    expect(await delivered()).toEqual([...events].sort())
    expect(await storage.count(`bff_press WHERE state = 'waiting'`)).toBe(0)
    expect(await storage.count('bff_press')).toBe(before.press + 1)
    expect(await storage.count('bff_receipt')).toBe(before.receipt + 1)
    await storage.done()
  }, 1_200_000)
})
