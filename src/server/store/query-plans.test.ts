/** No statement of a registration, of its press or of the outbox reads a whole table of PostgreSQL. */
import { expect, it } from 'vitest'
import { aButton, anEvent, aRequest, aResponse } from '../../contract/testing/samples.ts'
import { createBff } from '../create-bff.ts'
import { openPostgres } from '../storage/postgres.ts'
import { answerOf, register, reportClick, theOptions } from '../testing/bff-requests.ts'
import { respond } from '../testing/fake-service.ts'
import { recordStatements } from '../testing/record-statements.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'
import { sharedPostgres } from '../testing/shared-postgres.ts'
import { bffSchema } from './schema.ts'
import { createSqlStore } from './sql-store.ts'

const answer = aResponse({ buttons: [aButton({ event_tracking: anEvent })] })
const service = await sharedFakeService(respond(200, JSON.stringify(answer)))
const postgres = sharedPostgres()

const year2100 = Date.UTC(2100, 0)

/** As after a busy day: nearly all presses are delivered. */
const rows = [
  `INSERT INTO bff_count SELECT 'phone ' || n, 1, ${year2100} FROM generate_series(1, 10000) AS n`,
  `INSERT INTO bff_form SELECT n, 'fingerprint', 'owner', 0, 'outcome', ${year2100} + n FROM generate_series(1, 10000) AS n`,
  `INSERT INTO bff_receipt (id, created_at, reference, wording_version, locale, opt_ins, site, outcome)
    SELECT n, n, n, 'en', 'en', 'sms_opt_in', 'https://partner.example', 'answered' FROM generate_series(1, 10000) AS n`,
  `INSERT INTO bff_click (state, reference, token_hash, accepted_at, next_attempt_at, last_attempt_at)
    SELECT CASE n % 1000 WHEN 0 THEN 'waiting' WHEN 1 THEN 'failed' ELSE 'delivered' END, n, n, n, ${year2100}, n
    FROM generate_series(1, 10000) AS n`,
]

it.each([
  ['', ['ANALYZE']],
  [' that were never analyzed', []],
])('a registration, its click and the outbox scan no table of 10,000 rows%s', async (_which, last) => {
  const url = await postgres.newDatabase()
  const real = await openPostgres({ url, schema: bffSchema, queryTimeout: 60_000 }, 'owner')
  for (const statement of [...rows, ...last]) await real.run(statement)
  const { database, statements, findScans } = recordStatements(real)
  const store = createSqlStore(database)
  const log = () => undefined
  const bff = createBff(
    { ...theOptions(service.url), rateLimits: { phone: { count: 2, seconds: 60 }, email: { count: 3, seconds: 60 } } },
    { store, log },
  )
  const sending = { body: aRequest(), key: crypto.randomUUID() }
  const { buttons } = await answerOf(await register(bff, sending))
  expect((await register(bff, sending)).status).toBe(200)
  expect((await reportClick(bff, buttons[0]?.click_token)).status).toBe(202)
  await expect.poll(() => service.events()).toHaveLength(1)
  await expect.poll(() => store.clicks.depth()).toMatchObject({ waiting: 10 })
  await store.clicks.makeDue(Date.now())
  const recorded = [...statements.keys()].join()
  for (const table of ['count', 'form', 'receipt', 'click', 'wording']) expect(recorded).toContain(`bff_${table}`)
  expect(await findScans()).toEqual([])
  await store.close()
})
