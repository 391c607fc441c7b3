/** After any sequence of registrations, each count is what the service has accepted: nothing else is counted, nothing is left
 *  behind. Run in memory, over SQLite and over PostgreSQL, with registrations under way at once. */
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { aRequest, aResponse } from '../../contract/testing/samples.ts'
import { seed } from '../../contract/testing/seed.ts'
import { createBff } from '../create-bff.ts'
import { openPostgres } from '../storage/postgres.ts'
import type { Database } from '../storage/sql.ts'
import { inMemory, openSqlite } from '../storage/sqlite.ts'
import { bffSchema } from '../store/schema.ts'
import { consentHeader, register, theOptions } from '../testing/bff-requests.ts'
import { sharedPostgres } from '../testing/shared-postgres.ts'
import type { Transport } from '../upstream/transport.ts'
import { NotSent } from '../upstream/transport.ts'
import { memoryRateStore, type RateStore, storedRateStore } from './rate-store.ts'

const quiet = () => undefined
const postgres = sharedPostgres()
const databases: Database[] = []
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()))
})

/** Two processes over one database. */
async function twoOverPostgres(): Promise<RateStore[]> {
  const url = await postgres.newDatabase()
  for (let process = 0; process < 2; process++) {
    databases.push(await openPostgres({ url, schema: bffSchema, queryTimeout: 60_000 }, 'owner'))
  }
  return databases.map((database) => storedRateStore({ database, log: quiet }))
}

/** Random sequences in each store; `COUNT_RUNS` sets another number, `SEED` repeats a run. */
const runs = Number(process.env.COUNT_RUNS ?? 20)

const kinds: [where: string, open: () => Promise<RateStore[]>][] = [
  ['in memory', async () => [memoryRateStore()]],
  [
    'in SQLite',
    async () => [storedRateStore({ database: await openSqlite(inMemory, 'owner', bffSchema), log: quiet })],
  ],
  ['in PostgreSQL, by two processes', twoOverPostgres],
]

/** What the service does with a registration. `late`: it accepts it after the voter has read that it may have been sent;
 *  `none`: it never answers. */
const outcomes = ['accepted', 'accepted', 'refused', 'undecided', 'unreachable', 'late', 'none'] as const

const registrations = fc.array(
  fc.record({
    person: fc.nat(1),
    phone: fc.boolean(),
    network: fc.nat(2),
    process: fc.nat(1),
    outcome: fc.constantFrom(...outcomes),
    after: fc.nat(15),
    takes: fc.nat(4),
  }),
  { minLength: 1, maxLength: 14 },
)

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const deadlines = { registration: 40, late: 120, tracking: 40, pause: 1 }
const reply = (status: number, body: object) => ({
  status,
  header: (name: string) => (name === 'content-type' ? 'application/json' : undefined),
  body: new Blob([JSON.stringify(body)]).stream(),
  discard: quiet,
})

/** A service that does with a registration what its last name says, and notes what it has accepted. */
function aService(accepted: { email: string; phone?: string }[]): Transport {
  return async ({ body, signal }) => {
    const { last_name: wanted = '', address2: ms = '0', email, phone } = JSON.parse(body)
    await pause(wanted === 'late' ? 70 : Number(ms))
    if (wanted === 'refused') return reply(400, { zipcode: ['Enter a valid zip code.'] })
    if (wanted === 'undecided') return reply(500, {})
    if (wanted === 'unreachable') throw new NotSent('ECONNREFUSED')
    if (wanted === 'none') {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      throw signal.reason
    }
    // A voter who gave up does not hear of it.
    if (signal.aborted) throw signal.reason
    accepted.push({ email, phone })
    return reply(200, aResponse())
  }
}

/** Counts how often each value occurs, in ascending order: the names in a store are hashes. */
const occurrences = (values: readonly (string | undefined)[]) =>
  [...new Set(values)]
    .flatMap((value) => (value === undefined ? [] : [values.filter((one) => one === value).length]))
    .sort((a, b) => a - b)

describe(`the counts, with seed ${seed}`, () => {
  it.each(kinds)(
    'are those of the accepted registrations %s',
    async (_where, open) => {
      const stores = await open()
      await fc.assert(
        fc.asyncProperty(registrations, async (all) => {
          const accepted: { email: string; phone?: string }[] = []
          const calls: Promise<unknown>[] = []
          const names = new Set<string>()
          const sealKey = crypto.randomUUID().replaceAll('-', '').repeat(2)
          const rateLimits = { all: { count: 1_000, seconds: 600 }, site: { count: 1_000, seconds: 600 } }
          const options = { ...theOptions('http://127.0.0.1:1', { sealKey }), rateLimits, breaker: false }
          const service = aService(accepted)
          const transport: Transport = (request) => {
            const call = service(request)
            calls.push(call.catch(quiet))
            return call
          }
          const bffs = stores.map((store) => {
            const add: RateStore['add'] = (name, ...more) => {
              if (/^(?:phone|email|site|all) /.test(name)) names.add(name)
              return store.add(name, ...more)
            }
            return createBff(options, {
              transport,
              counters: { ...store, add },
              log: quiet,
              internals: { deadlines },
            })
          })
          const [first] = bffs
          if (first === undefined) throw new Error('There is no process.')
          const headers = await consentHeader(first)
          const statuses = all.map(async ({ person, phone, network, process, outcome, after, takes }) => {
            await pause(after)
            const body = {
              ...aRequest(),
              last_name: outcome,
              address2: String(takes),
              email: `jane${person}@example.org`,
              phone: phone ? `+1617555000${person}` : undefined,
            }
            const bff = bffs[process % bffs.length] ?? first
            const visit = {
              fetch: (request: Request) => bff.fetch(request, { remoteAddress: `198.51.100.${network}` }),
            }
            return (await register(visit, { body, headers })).status
          })
          const seen = await Promise.all(statuses)
          expect(seen).not.toContain(500)
          const counts = async () => {
            const own = ['phone', 'email', 'site', 'all'].map((kind) =>
              [...names].filter((name) => name.startsWith(`${kind} `)),
            )
            const read = await Promise.all(own.map(async (some) => (await stores[0]?.read(some)) ?? []))
            return read.map((some) => some.filter((count) => count !== 0).sort((a, b) => a - b))
          }
          await Promise.all(calls)
          const whole = accepted.length === 0 ? [] : [accepted.length]
          const phones = occurrences(accepted.map(({ phone }) => phone))
          const emails = occurrences(accepted.map(({ email }) => email))
          await expect.poll(counts, { interval: 5 }).toEqual([phones, emails, whole, whole])
          // Only what was undecided in its voter's answer, and accepted after all, may exceed a limit.
          if (!seen.includes(504)) {
            expect(Math.max(0, ...phones)).toBeLessThanOrEqual(2)
            expect(Math.max(0, ...emails)).toBeLessThanOrEqual(3)
          }
        }),
        { numRuns: runs, seed },
      )
      for (const database of databases) {
        expect(await database.all(`SELECT name FROM bff_count WHERE name LIKE 'turn %'`)).toEqual([])
      }
    },
    120_000,
  )
})
