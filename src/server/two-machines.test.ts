/** Two BFFs that share a PostgreSQL, behind a round-robin load balancer: they share rate limits, keys and presses.
 *  `e2e/faults/kill-nine.mjs --of-two` tests it with separate processes that are killed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bffHeaders, Challenge } from '../contract/bff-api.ts'
import { aRequest } from '../contract/testing/samples.ts'
import { type RunningServer, serve } from './serve.ts'
import { answerOf, problemOf, register, reportClick, solved, theOptions } from './testing/bff-requests.ts'
import { sharedFakeService } from './testing/shared-fake-service.ts'
import { sharedPostgres } from './testing/shared-postgres.ts'

const service = await sharedFakeService()
const postgres = sharedPostgres()
let machines: RunningServer[]
const codes: string[] = []
beforeAll(async () => {
  const databaseUrl = await postgres.newDatabase()
  const options = { ...theOptions(service.url), databaseUrl, rateLimits: true, trustProxyHops: 1, port: 0 }
  machines = await Promise.all([1, 2].map(() => serve(options, { log: ({ code }) => void (code && codes.push(code)) })))
})
afterAll(async () => {
  await Promise.all(machines.map((machine) => machine.close()))
})

let turns = 0
/** The load balancer: sends each request to the next machine, and appends the client's address to the client's own header. */
const from = (address: string, among = machines) => ({
  fetch: async (request: Request) => {
    const { url = '' } = among[turns++ % among.length] ?? {}
    const headers = new Headers(request.headers)
    headers.set('X-Forwarded-For', `6.6.6.6, ${address}`)
    const body = request.method === 'POST' ? await request.text() : null
    return fetch(url + new URL(request.url).pathname, { method: request.method, headers, body })
  },
})

const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

let voters = 0
const someone = () => {
  const number = ++voters
  return { ...aRequest(), email: `voter${number}@example.org`, phone: `+1617${5_550_000 + number}` }
}

describe('two machines', () => {
  it('send the same phone from 10 addresses, one after the other, to the service twice (threat 14)', async () => {
    const statuses: number[] = []
    for (let index = 0; index < 10; index++) {
      const body = { ...someone(), phone: '+16175551234' }
      statuses.push((await register(from(`198.51.100.${index}`), { body })).status)
    }
    expect(codes).not.toContain('limits_per_process')
    expect(statuses).toEqual([200, 200, ...times(8, () => 429)])
    expect(service.registrations()).toHaveLength(2)
  })

  it('register 30 voters in 30 storms of the same form, five concurrent each (threat 17)', async () => {
    await Promise.all(
      times(30, async (storm) => {
        const sending = { body: someone(), key: crypto.randomUUID() }
        const all = await Promise.all(times(5, () => register(from(`192.0.2.${storm}`), sending)))
        expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      }),
    )
    expect(service.registrations()).toHaveLength(30)
  })

  it('bind a key that one of them knows to its form on the other as well (threat 18)', async () => {
    const key = crypto.randomUUID()
    expect((await register(from('192.0.2.200'), { body: someone(), key })).status).toBe(200)
    for (let machine = 0; machine < 2; machine++) {
      const response = await register(from('192.0.2.200'), { body: someone(), key })
      expect(response.status).toBe(422)
      expect(await problemOf(response)).toMatchObject({ code: 'idempotency_key_reused' })
    }
  })

  it('accept a click that the other one encrypted, and report it once when both get it', async () => {
    const { buttons } = await answerOf(await register(from('192.0.2.201'), { body: someone() }))
    const all = await Promise.all(times(4, () => reportClick(from('192.0.2.201'), buttons[0]?.click_token)))
    expect(all.map(({ status }) => status)).toEqual([202, 202, 202, 202])
    await expect.poll(() => service.events().length).toBeGreaterThan(0)
    await Promise.all(
      machines.map(({ url }) => expect.poll(() => fetch(`${url}/readyz`).then(({ ok }) => ok)).toBe(true)),
    )
    expect(service.events()).toHaveLength(1)
  })

  it('accept one solved challenge for one form, whichever machine gets it, now and later', async () => {
    const rateLimits = { address: { count: 1, seconds: 600 } }
    const options = {
      ...theOptions(service.url),
      databaseUrl: await postgres.newDatabase(),
      trustProxyHops: 1,
      port: 0,
    }
    const start = () => serve({ ...options, rateLimits, botCheck: 'proof' }, { log: () => undefined })
    const own = [await start(), await start()]
    const front = from('192.0.2.202', own)
    await register(front, { body: someone() })
    const { challenge } = await problemOf(await register(front, { body: someone() }))
    const headers = { [bffHeaders.challengeSolution]: await solved(Challenge.parse(challenge)) }
    const atOnce = await Promise.all(times(4, () => register(front, { body: someone(), headers })))
    expect(atOnce.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 403, 403, 403])
    expect((await register(front, { body: someone(), headers })).status).toBe(403)
    await Promise.all(own.map((machine) => machine.close()))
  })
})
