import { beforeEach, describe, expect, it, vi } from 'vitest'
import { bffHeaders, Challenge } from '../../contract/bff-api.ts'
import { aRequest, aResponse } from '../../contract/testing/samples.ts'
import type { BffDependencies } from '../bff-dependencies.ts'
import { createBff } from '../create-bff.ts'
import type { LogLine } from '../observability/log.ts'
import type { BffOptions } from '../options/bff-options.ts'
import {
  consentHeader,
  type Handler,
  problemOf,
  register,
  type Sending,
  solved,
  theOptions,
} from '../testing/bff-requests.ts'
import { respond } from '../testing/fake-service.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'
import { normalizeMailbox } from './rate-limiter.ts'

const service = await sharedFakeService()
let lines: LogLine[]
let time: number
beforeEach(() => {
  lines = []
  time = Date.now()
})

function theBff(change: Partial<BffOptions> = {}, dependencies: BffDependencies = {}) {
  return createBff(
    { ...theOptions(service.url), rateLimits: true, ...change },
    { log: (line) => lines.push(line), clock: { now: () => time }, ...dependencies },
  )
}

/** A BFF as one address sees it. */
const from = (bff: ReturnType<typeof theBff>, remoteAddress: string | undefined) => ({
  fetch: (request: Request) => bff.fetch(request, { remoteAddress }),
})

/** Number of requests of a flooding client; `ABUSE_POSTS` overrides it. */
const posts = Number(process.env.ABUSE_POSTS ?? 400)

let voters = 0
/** Creates the request of a new voter. */
const someone = () => {
  const number = ++voters
  return { ...aRequest(), email: `voter${number}@example.org`, phone: `+1617${5_550_000 + number}` }
}

/** Registers one after the other, by default new voters; returns the statuses. */
async function sendMany(bff: Handler, count: number, sendingAt: (index: number) => Sending = () => ({})) {
  const statuses: number[] = []
  for (let index = 0; index < count; index++)
    statuses.push((await register(bff, { body: someone(), ...sendingAt(index) })).status)
  return statuses
}

const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

const oneByAddress = { botCheck: 'proof', rateLimits: { address: { count: 1, seconds: 600 } } } as const

describe('limits by address', () => {
  it(`never reject ${posts} voters of one campus in ten minutes; a proof is due from the 21st on (threat 16)`, async () => {
    const bff = from(theBff({ botCheck: 'proof' }), '203.0.113.9')
    const consent = await consentHeader(bff)
    const all = await sendMany(bff, posts, () => ({ headers: consent }))
    expect(all.slice(0, 20)).toEqual(times(20, () => 200))
    expect(all.slice(20)).toEqual(times(posts - 20, () => 403))
    expect(lines.at(-1)).toMatchObject({ limit: 'address', status: 403 })
    const { challenge } = await problemOf(await register(bff, { body: someone() }))
    const headers = { [bffHeaders.challengeSolution]: await solved(Challenge.parse(challenge)) }
    expect((await register(bff, { body: someone(), headers })).status).toBe(200)
    expect(service.registrations()).toHaveLength(21)
  })

  it('reject nobody without a bot check', async () => {
    const bff = from(theBff(), '203.0.113.9')
    expect(new Set(await sendMany(bff, 61))).toEqual(new Set([200]))
  })

  it('allow 20 for an IPv6 /64, 40 for its /56 and 80 for its /48, and do not affect other networks', async () => {
    const bff = theBff({ botCheck: 'proof' })
    const send = async (address: string, count: number) =>
      (await sendMany(from(bff, address), count)).filter((status) => status === 200).length
    expect(await send('2001:db8:1:0100::1', 21)).toBe(20)
    expect(await send('2001:db8:1:01ff::1', 21)).toBe(20)
    // An attacker with the whole /48 uses a new /64 for each request.
    const taken = await Promise.all(
      times(100, (index) => send(`2001:db8:1:${(0x1000 + index * 256).toString(16)}::1`, 1)),
    )
    expect(taken.filter((count) => count === 1)).toHaveLength(40)
    expect(await send('2001:db8:2:1::1', 20)).toBe(20)
    expect(await send('198.51.100.7', 20)).toBe(20)
  })

  it('raise the price with the accepted registrations of an address, up to eight times the lowest', async () => {
    const bff = from(theBff(oneByAddress), '203.0.113.9')
    await register(bff, { body: someone() })
    const prices: number[] = []
    for (let accepted = 1; accepted <= 9; accepted++) {
      const solution = await solved(
        Challenge.parse((await problemOf(await register(bff, { body: someone() }))).challenge),
      )
      prices.push(JSON.parse(atob(solution)).solution.counter)
      const headers = { [bffHeaders.challengeSolution]: solution }
      expect((await register(bff, { body: someone(), headers })).status).toBe(200)
    }
    // Twice the free count costs a quarter of the highest price.
    expect(prices[0]).toBeLessThanOrEqual(75)
    expect(prices.at(-1)).toBeGreaterThanOrEqual(100)
    expect(prices.at(-1)).toBeLessThanOrEqual(300)
  })

  it('count what the service accepted or may have accepted, and 20 for a 429, never a rejected form', async () => {
    const bff = theBff({ botCheck: 'proof' })
    const send = async (address: string, count: number) => sendMany(from(bff, address), count)
    service.answerWith(respond(400, JSON.stringify({ zipcode: ['Enter a valid zip code.'] })))
    expect(new Set(await send('203.0.113.7', 40))).toEqual(new Set([400]))
    service.answerWith(respond(500, ''))
    expect((await send('203.0.113.8', 21)).at(-1)).toBe(403)
    service.answerWith(respond(429, ''))
    expect(await send('203.0.113.9', 2)).toEqual([503, 403])
    service.answerWith(respond(200, JSON.stringify(aResponse())))
    expect((await send('203.0.113.7', 20)).at(-1)).toBe(200)
  })

  it('start over when their window ends', async () => {
    const bff = from(theBff(oneByAddress), '203.0.113.9')
    expect(await sendMany(bff, 2)).toEqual([200, 403])
    time += 600_000
    expect(await sendMany(bff, 1)).toEqual([200])
  })

  it('cannot be evaded with untrusted forwarded headers (threat 15)', async () => {
    const bff = from(theBff(oneByAddress), '203.0.113.9')
    const forge = (index: number) => ({ headers: { 'X-Forwarded-For': `198.51.100.${index}` } })
    expect(await sendMany(bff, 3, forge)).toEqual([200, 403, 403])
  })
})

describe('limits by person (threat 14, R-A109)', () => {
  it('send the same phone from 50 addresses to the service at most twice', async () => {
    const bff = theBff()
    const statuses: number[] = []
    for (let index = 0; index < 50; index++) {
      const body = { ...someone(), phone: '+16175551234' }
      statuses.push(...(await sendMany(from(bff, `198.51.100.${index}`), 1, () => ({ body }))))
    }
    expect(statuses).toEqual([200, 200, ...times(48, () => 429)])
    expect(service.registrations()).toHaveLength(2)
  })

  it('do not charge a voter for what the service did not accept', async () => {
    const bff = theBff()
    const voter = someone()
    service.answerWith(respond(400, JSON.stringify({ zipcode: ['Enter a valid zip code.'] })))
    expect(await sendMany(bff, 4, () => ({ body: voter }))).toEqual([400, 400, 400, 400])
    service.answerWith(respond(200, JSON.stringify(aResponse())))
    expect(await sendMany(bff, 3, () => ({ body: voter }))).toEqual([200, 200, 429])
  })

  it.each([
    ['e-mail address', { email: 'jane@example.org' }],
    ['phone number', { phone: '+16175559999' }],
  ])('let the owner of an %s register even if a stranger keeps posting it', async (_what, same) => {
    const bff = theBff()
    const headers = await consentHeader(bff)
    const held: (() => void)[] = []
    const refuses = respond(400, JSON.stringify({ zipcode: ['Enter a valid zip code.'] }))
    service.answerWith((response, heard) => {
      if (JSON.parse(heard.body).last_name === 'Stranger') held.push(() => refuses(response, heard))
      else respond(200, JSON.stringify(aResponse()))(response, heard)
    })
    const stranger = { ...someone(), ...same, last_name: 'Stranger' }
    const strangers = times(30, (index) => register(from(bff, `198.51.100.${index}`), { body: stranger, headers }))
    await expect.poll(() => held.length).toBe(30)
    expect((await register(from(bff, '203.0.113.7'), { body: { ...someone(), ...same }, headers })).status).toBe(200)
    for (const answer of held) answer()
    expect(new Set((await Promise.all(strangers)).map(({ status }) => status))).toEqual(new Set([400]))
  })

  it('report the same wait at any hour, so no one learns when a person registered', async () => {
    const bff = theBff()
    const waits: unknown[] = []
    for (let sent = 0; sent < 2; sent++) await register(bff, { body: { ...someone(), phone: '+16175559999' } })
    for (const seconds of [1, 3_601, 40_000]) {
      time += seconds * 1_000
      const refused = await register(bff, { body: { ...someone(), phone: '+16175559999' } })
      waits.push([refused.status, refused.headers.get('retry-after'), (await problemOf(refused)).retry_after])
    }
    expect(waits).toEqual(times(3, () => [429, '86400', 86_400]))
  })

  it('count eleven dotted spellings of one mailbox as one, and send each unchanged', async () => {
    const bff = theBff()
    const name = 'janequincyvoter'
    const emails = times(11, (index) => `${name.slice(0, index + 1)}.${name.slice(index + 1)}@gmail.com`)
    const all = await sendMany(bff, 11, (index) => ({ body: { ...someone(), email: emails[index] } }))
    expect(all).toEqual([200, 200, 200, ...times(8, () => 429)])
    const sent = service.registrations().map(({ body }): unknown => JSON.parse(body).email)
    expect(sent).toEqual(emails.slice(0, 3))
  })

  it('do not count a repeat of the same form', async () => {
    const bff = theBff()
    const sending = { body: someone(), key: crypto.randomUUID() }
    expect(await sendMany(bff, 5, () => sending)).toEqual([200, 200, 200, 200, 200])
    expect(service.registrations()).toHaveLength(1)
  })

  it('are off against the sandbox by default, so testers can retry freely', async () => {
    const bff = from(createBff(theOptions(service.url), { log: () => undefined }), '127.0.0.1')
    expect(new Set(await sendMany(bff, 70, () => ({ body: aRequest() })))).toEqual(new Set([200]))
  })
})

describe('the bot check', () => {
  async function challengeOf(response: Response) {
    expect(response.status).toBe(403)
    const problem = await problemOf(response)
    expect(problem).toMatchObject({ code: 'challenge_required', outcome: 'not_sent' })
    return Challenge.parse(problem.challenge)
  }

  const withSolution = (solution: string) => ({
    body: someone(),
    headers: { [bffHeaders.challengeSolution]: solution },
  })

  it('is never shown to who sends little; who sends much computes, and passes once for each computation', async () => {
    const bff = from(theBff(oneByAddress), '203.0.113.9')
    expect((await register(bff, { body: someone() })).status).toBe(200)
    const challenge = await challengeOf(await register(bff, { body: someone() }))
    const solution = await solved(challenge)
    expect((await register(bff, withSolution(solution))).status).toBe(200)
    await challengeOf(await register(bff, withSolution(solution)))
    expect(service.registrations()).toHaveLength(2)
  })

  it('rejects an edited, foreign, cut, empty or absurd solution', async () => {
    const bff = from(theBff(oneByAddress), '203.0.113.9')
    const other = from(theBff({ ...oneByAddress, encryptionKey: 'ab'.repeat(32) }), '203.0.113.9')
    await register(bff, { body: someone() })
    await register(other, { body: someone() })
    const good = await solved(await challengeOf(await register(bff, { body: someone() })))
    const foreign = await solved(await challengeOf(await register(other, { body: someone() })))
    const edited = (change: (payload: { challenge: { parameters: Record<string, unknown> } }) => void) => {
      const payload = JSON.parse(atob(good))
      change(payload)
      return btoa(JSON.stringify(payload))
    }
    const bad = [
      foreign,
      good.slice(0, -8),
      'x',
      btoa('null'),
      btoa('{}'),
      'A'.repeat(5000),
      edited(({ challenge }) => Object.assign(challenge.parameters, { cost: 1 })),
      edited(({ challenge }) => Object.assign(challenge.parameters, { keyPrefix: '00' })),
      edited(({ challenge }) => Object.assign(challenge.parameters, { expiresAt: 9e9 })),
      edited(({ challenge }) => Object.assign(challenge.parameters, { nonce: 'zz' })),
      edited((payload) => Object.assign(payload, { solution: { counter: 0, derivedKey: '00' } })),
    ]
    service.heard.length = 0
    for (const solution of bad) await challengeOf(await register(bff, withSolution(solution)))
    expect(service.registrations()).toHaveLength(0)
    expect(lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('has to be solved within two minutes: a cheap proof of a calm hour is invalid in a surge', async () => {
    const bff = from(theBff(oneByAddress), '203.0.113.9')
    await register(bff, { body: someone() })
    const early = await solved(await challengeOf(await register(bff, { body: someone() })))
    const late = await solved(await challengeOf(await register(bff, { body: someone() })))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 100_000 })
    try {
      expect((await register(bff, withSolution(early))).status).toBe(200)
      vi.setSystemTime(Date.now() + 21_000)
      await challengeOf(await register(bff, withSolution(late)))
    } finally {
      vi.useRealTimers()
    }
  })
})

it('normalizeMailbox gives every spelling of an address one mailbox, and never two people the same', () => {
  const mailboxes = [
    ['Jane.Q.Voter@gmail.com', 'janeqvoter@gmail.com'],
    ['j.a.n.e.q.v.o.t.e.r+news@GoogleMail.com', 'janeqvoter@gmail.com'],
    ['jane_q-voter@pm.me', 'janeqvoter@proton.me'],
    ['Jane.Voter+a+b@Example.org', 'jane.voter@example.org'],
    ['janevoter@example.org', 'janevoter@example.org'],
    ['jane_voter@gmail.com', 'jane_voter@gmail.com'],
    ['jane.voter@gmail.com.example.org', 'jane.voter@gmail.com.example.org'],
  ]
  expect(mailboxes.map(([email = '']) => [email, normalizeMailbox(email)])).toEqual(mailboxes)
})
