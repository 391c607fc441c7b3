/** The plainest proxy that does what a registration needs with the libraries of the BFF: Hono's middleware, the contract's
 *  checks, one row that is on the disk before anything is sent, undici, one log line. No limits, no sealing, no receipt. Beside
 *  it, `raw.mjs` shows what HTTP alone costs; the distance from here to the BFF is what the BFF's own features cost. */
import path from 'node:path'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { requestId } from 'hono/request-id'
import { secureHeaders } from 'hono/secure-headers'
import Libsql from 'libsql/promise'
import { pino } from 'pino'
import { Pool } from 'undici'
import { bffHeaders, checkRequest, parseResponse, servicePaths } from 'voter-registration/contract'

const { UPSTREAM_URL, AUTHORIZATION: authorization, ORIGIN: origin, DATA_DIR } = process.env
const pool = new Pool(UPSTREAM_URL, { connections: 256 })
const log = pino(pino.destination({ dest: 1, sync: false }))

const database = new Libsql(path.join(DATA_DIR, 'plain.db'), {})
for (const setting of ['journal_mode = WAL', 'synchronous = FULL']) await database.exec(`PRAGMA ${setting}`)
await database.exec('CREATE TABLE form (key TEXT PRIMARY KEY, outcome TEXT)')
const begin = await database.prepare('INSERT INTO form (key) VALUES (?)')
const settle = await database.prepare('UPDATE form SET outcome = ? WHERE key = ?')

const app = new Hono()
app.use(requestId(), secureHeaders(), cors({ origin }))
app.post('/registrations', bodyLimit({ maxSize: 16_384 }), async (c) => {
  const checked = checkRequest(await c.req.json())
  if (!checked.ok) return c.json(checked.errors, 400)
  const key = c.req.header(bffHeaders.idempotencyKey)
  await begin.run([key])
  const reply = await pool.request({
    method: 'POST',
    path: servicePaths.registration,
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(checked.request),
  })
  const text = JSON.stringify(parseResponse(await reply.body.json()).response)
  await settle.run([text, key])
  log.info({ status: 200, reference: c.get('requestId') })
  return c.body(text, 200, { 'content-type': 'application/json' })
})
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send({ port }))
process.once('disconnect', () => process.exit())
