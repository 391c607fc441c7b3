/** The roles in PostgreSQL: the owner migrates; the service uses the existing tables and can create or drop nothing. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import type { LogLine } from '../observability/log.ts'
import { serve } from '../serve.ts'
import { openStorage } from '../store/sql-store.ts'
import { answerOf, register, reportClick, serverAt, theOptions } from '../testing/bff-requests.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'
import { ownPostgres } from '../testing/shared-postgres.ts'

const roles = readFileSync(path.join(import.meta.dirname, 'roles.sql'), 'utf8')

const postgres = ownPostgres()
const service = await sharedFakeService()

/** Connects as a role. */
async function as<T>(role: string, url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: urlOf(role, url) })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

const urlOf = (role: string, url: string) => url.replace('//postgres@', `//${role}@`)
const owner = 'voter_registration_owner'
const worker = 'voter_registration_service'

/** Migrates as the command `migrate` does. */
const migrate = async (url: string) => {
  const storage = await openStorage({ databaseUrl: urlOf(owner, url) }, 'visitor')
  await storage?.check()
  await storage?.close()
}

const tables = (url: string) =>
  as('postgres', url, async (client) => {
    const { rows } = await client.query(`SELECT tablename, tableowner FROM pg_tables WHERE schemaname = 'public'`)
    return rows
  })

/** Returns the error code of each statement for a role; `allowed` when it succeeds. */
const refusals = (role: string, url: string, statements: readonly string[]) =>
  as(role, url, async (client) => {
    const codes: string[] = []
    for (const statement of statements) {
      codes.push(
        await client.query(statement).then(
          () => 'allowed',
          (error: { code: string }) => error.code,
        ),
      )
    }
    return codes
  })

it('the owner role migrates; the service role registers, delivers and sweeps, with limits, and changes no table', async () => {
  const url = await postgres.newDatabase()
  await as('postgres', url, (client) => client.query(roles))
  await migrate(url)

  const lines: LogLine[] = []
  const options = { ...theOptions(service.url), databaseUrl: urlOf(worker, url), port: 0, rateLimits: true }
  const server = await serve(options, { log: (line) => lines.push(line) })
  const bff = serverAt(() => server.url)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  const { buttons } = await answerOf(await register(bff))
  expect((await reportClick(bff, buttons[0]?.click_token)).status).toBe(202)
  await expect.poll(() => service.events()).toHaveLength(1)
  await server.close()
  expect(lines.filter(({ level }) => level !== 'info')).toEqual([])

  const forbidden = [
    'CREATE TABLE other (id int)',
    'CREATE TEMPORARY TABLE other (id int)',
    'CREATE SCHEMA other',
    'DROP TABLE bff_click',
    'TRUNCATE bff_receipt',
    'ALTER TABLE bff_form ADD COLUMN other int',
    `CREATE ROLE other`,
    `COPY bff_form TO PROGRAM 'true'`,
  ]
  expect(await refusals(worker, url, forbidden)).toEqual(forbidden.map(() => '42501'))
  expect(await refusals(worker, url, ['DELETE FROM bff_receipt'])).toEqual(['allowed'])
})

it('roles.sql takes over tables that a BFF has created itself, and may run again', async () => {
  const url = await postgres.newDatabase()
  const server = await serve({ ...theOptions(service.url), databaseUrl: url, port: 0 }, { log: () => undefined })
  await server.close()
  await as('postgres', url, (client) => client.query(roles))
  await as('postgres', url, (client) => client.query(roles))
  const found: { tableowner: string }[] = await tables(url)
  expect(found.length).toBeGreaterThan(3)
  expect(found.filter(({ tableowner }) => tableowner !== owner)).toEqual([])
  await migrate(url)
  expect(await refusals(worker, url, ['SELECT * FROM bff_receipt', 'DROP TABLE bff_receipt'])).toEqual([
    'allowed',
    '42501',
  ])
})

it('no other role can connect', async () => {
  const url = await postgres.newDatabase()
  await as('postgres', url, (client) => client.query(`${roles}; CREATE ROLE stranger LOGIN`))
  await expect(as('stranger', url, async () => undefined)).rejects.toMatchObject({ code: '42501' })
})
