/** The data map of docs/privacy.md is whole, and what is not in it is nowhere. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { bffHeaders } from '../../src/contract/bff-api.ts'
import { canariesIn, canaryRequest } from '../../src/contract/testing/canaries.ts'
import { hostedPage } from '../../src/form/hosted.ts'
import type { LogLine } from '../../src/server/observability/log.ts'
import { type RunningServer, serve } from '../../src/server/serve.ts'
import { openSqlite } from '../../src/server/storage/sqlite.ts'
import { bffSchema } from '../../src/server/store/schema.ts'
import { answerOf, partnerOrigin, register, reportClick, theOptions } from '../../src/server/testing/bff-requests.ts'
import { sharedFakeService } from '../../src/server/testing/shared-fake-service.ts'

const service = await sharedFakeService()
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-map-'))
const lines: LogLine[] = []
const answers: string[] = []
let server: RunningServer
let sent: unknown
const bff = {
  async fetch(request: Request) {
    const { pathname, search } = new URL(request.url)
    const body = request.method === 'POST' ? await request.text() : null
    const { method, headers } = request
    const response = await fetch(server.url + pathname + search, { method, headers, body, redirect: 'manual' })
    answers.push(`${JSON.stringify([...response.headers])} ${await response.clone().text()}`)
    return response
  },
}

beforeAll(async () => {
  const options = {
    ...theOptions(service.url),
    encryptionKey: 'ab'.repeat(32),
    dataDir,
    rateLimits: true,
    port: 0,
    metricsPort: 0,
  }
  server = await serve(options, { log: (line) => void lines.push(line), page: hostedPage() })
  // A link that somebody forwards may carry a person's data.
  const campaign = `${new URLSearchParams({ source: 'letter', utm_term: canaryRequest.email, page_path: `/${canaryRequest.email}` })}`
  const answered = await register(bff, { body: canaryRequest, headers: { [bffHeaders.campaign]: campaign } })
  sent = service.registrations()
  const [button] = (await answerOf(answered)).buttons
  await reportClick(bff, button?.click_token ?? '')
  await register(bff, { body: { ...canaryRequest, email: 'none' } })
  await bff.fetch(new Request('http://bff.test/form?first_name=Canfirstqx', { headers: { Origin: partnerOrigin } }))
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Runs a statement as a program beside the server. */
async function beside<T>(use: (database: Awaited<ReturnType<typeof openSqlite>>) => Promise<T>): Promise<T> {
  const database = await openSqlite(dataDir, 'visitor', { schema: bffSchema })
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}
const tables = async () =>
  (await beside((db) => db.query("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'bff_%'"))).map(
    ({ name }) => String(name),
  )

/** Returns each place that keeps or tells something, with its content. */
async function places(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const add = (name: string, text: string) => found.set(name, `${found.get(name) ?? ''}\n${text}`)
  for (const line of lines) for (const [key, value] of Object.entries(line)) add(`log ${key}`, JSON.stringify(value))
  for (const answer of answers) add('answer', answer)
  add('metrics', await (await fetch(server.metricsUrl ?? '')).text())
  for (const table of await tables()) {
    for (const row of await beside((db) => db.query(`SELECT * FROM ${table}`))) {
      for (const [column, value] of Object.entries(row)) add(`${table}.${column}`, String(value))
    }
  }
  for (const file of readdirSync(dataDir)) add(`file ${file}`, readFileSync(path.join(dataDir, file), 'latin1'))
  return found
}

/** Returns the places with a value that the voter typed. */
const leaks = async () => [...(await places())].filter(([, text]) => canariesIn(text).length > 0).map(([name]) => name)

it('the data map names every table of the database once', async () => {
  const rows: { tables?: string[] }[] = parse(readFileSync('docs/data-map.yaml', 'utf8'))
  const named = rows.flatMap(({ tables: names = [] }) => names)
  expect([...named].sort()).toEqual((await tables()).filter((name) => name !== bffSchema.versionTable).sort())
})

it('the data map stores no count of a network address in the file', async () => {
  const kinds = async () => {
    const rows = await beside((db) => db.query('SELECT name FROM bff_count'))
    return new Set(rows.map(({ name }) => String(name).split(' ')[0]))
  }
  await expect.poll(kinds).toEqual(new Set(['email', 'phone']))
})

it('the data map is complete: voter input is in no log, metric, response, file or row', async () => {
  expect(canariesIn(JSON.stringify(sent)).length).toBeGreaterThan(8)
  expect(await leaks()).toEqual([])
})
