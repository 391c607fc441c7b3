/** What a stranger cannot do to others with the rate limits: lock them out, learn about them, or take their place. */
import { beforeEach, describe, expect, it } from 'vitest'
import { bffHeaders, Challenge } from '../../contract/bff-api.ts'
import { partnerPath } from '../../contract/routes.ts'
import { aRequest, aResponse } from '../../contract/testing/samples.ts'
import type { BffDependencies } from '../bff-dependencies.ts'
import type { BffOptions } from '../config/options.ts'
import { type Bff, createBff } from '../create-bff.ts'
import type { LogLine } from '../observability/log.ts'
import { readPartners } from '../partners/read-partners.ts'
import { consentHeader, problemOf, register, theOptions } from '../testing/bff-requests.ts'
import { type Answer, respond } from '../testing/fake-service.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'
import { solved } from '../testing/solve-challenge.ts'

const accepts = respond(200, JSON.stringify(aResponse()))
const refuses = respond(400, JSON.stringify({ zipcode: ['Enter a valid zip code.'] }))
/** Answers a moment later, so that registrations are under way at once. */
const later =
  (answer: Answer): Answer =>
  (response, heard) =>
    void setTimeout(() => answer(response, heard), 20)

const service = await sharedFakeService(accepts)
let lines: LogLine[]
let time: number
beforeEach(() => {
  lines = []
  time = Date.now()
})

function theBff(change: Partial<BffOptions> = {}, dependencies: BffDependencies = {}) {
  return createBff(
    { ...theOptions(service.url), rateLimits: true, ...change },
    { log: (line) => lines.push(line), now: () => time, ...dependencies },
  )
}

const from = (bff: Pick<Bff, 'fetch'>, remoteAddress: string) => ({
  fetch: (request: Request) => bff.fetch(request, { remoteAddress }),
})

let voters = 0
const someone = () => {
  const number = ++voters
  return { ...aRequest(), email: `voter${number}@example.org`, phone: `+1617${5_550_000 + number}` }
}
const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

/** What is the same in every registration of a person. */
const persons: [what: string, body: () => ReturnType<typeof someone>][] = [
  ['e-mail address', () => ({ ...someone(), email: 'jane@example.org' })],
  ['phone number', () => ({ ...someone(), phone: '+16175559999' })],
]

describe.each(persons)('a person whose %s a stranger sends', (_what, body) => {
  it('is not locked out by 30 posts at once that the service refuses', async () => {
    const bff = theBff()
    service.answerWith(later(refuses))
    const headers = await consentHeader(bff)
    const posts = times(30, (index) => register(from(bff, `198.51.100.${index}`), { body: body(), headers }))
    const seen = (await Promise.all(posts)).map(({ status }) => status)
    expect(seen).not.toContain(429)
    service.answerWith(accepts)
    expect((await register(from(bff, '203.0.113.7'), { body: body() })).status).toBe(200)
  })

  it('is not delayed by a stranger who keeps 40 posts waiting: the next turn is that of another network', async () => {
    const bff = theBff()
    service.answerWith(later(refuses))
    const headers = await consentHeader(bff)
    let isOver = false
    const posts = times(40, () =>
      register(from(bff, '198.51.100.1'), { body: body(), headers }).then(({ status }) => ({ status, isOver })),
    )
    const own = await register(from(bff, '203.0.113.7'), { body: body(), headers })
    isOver = true
    expect(own.status).toBe(400)
    expect((await Promise.all(posts)).filter((post) => !post.isOver).length).toBeLessThan(5)
  })

  it('leaves no trace: posts that are refused get the same answers, whether it registered today or not', async () => {
    const answers: unknown[] = []
    for (const registered of [0, 1]) {
      const bff = theBff({ sealKey: `${registered}b`.repeat(32) })
      for (let count = 0; count < registered; count++) await register(from(bff, '203.0.113.7'), { body: body() })
      service.answerWith(later(refuses))
      const headers = await consentHeader(bff)
      const posts = times(4, (index) => register(from(bff, `198.51.100.${index}`), { body: body(), headers }))
      answers.push((await Promise.all(posts)).map(({ status }) => status))
      service.answerWith(accepts)
    }
    expect(answers).toEqual([times(4, () => 400), times(4, () => 400)])
  })

  it('over its limit gets the same wait at any hour, so no one learns when it registered', async () => {
    const bff = theBff()
    const waits: unknown[] = []
    for (let sent = 0; sent < 3; sent++) await register(from(bff, '203.0.113.7'), { body: body() })
    for (const seconds of [1, 3_601, 40_000]) {
      time += seconds * 1_000
      const refused = await register(from(bff, '198.51.100.1'), { body: body() })
      waits.push([refused.status, refused.headers.get('retry-after'), (await problemOf(refused)).retry_after])
    }
    expect(waits).toEqual(times(3, () => [429, '86400', 86_400]))
  })

  it('is not compared before an address that was refused once has solved a challenge', async () => {
    const bff = theBff({ botCheck: 'proof' })
    for (let sent = 0; sent < 3; sent++) await register(from(bff, '203.0.113.7'), { body: body() })
    const stranger = from(bff, '198.51.100.1')
    service.answerWith(refuses)
    expect((await register(stranger, { body: someone() })).status).toBe(400)
    const asked = await problemOf(await register(stranger, { body: body() }))
    expect(asked).toMatchObject({ code: 'challenge_required' })
    expect(lines.at(-1)).toMatchObject({ limit: 'refused' })
    const headers = { [bffHeaders.challengeSolution]: await solved(Challenge.parse(asked.challenge)) }
    expect((await register(stranger, { body: body(), headers })).status).toBe(429)
    expect((await register(from(bff, '198.51.100.2'), { body: body() })).status).toBe(429)
    time += 600_000
    expect((await register(stranger, { body: someone() })).status).toBe(400)
  })
})

it('eleven dotted spellings of one mailbox count as one, and each is sent as it was typed', async () => {
  const bff = theBff()
  const spellings = times(
    11,
    (index) => `${'janequincyvoter'.slice(0, index + 1)}.${'janequincyvoter'.slice(index + 1)}`,
  )
  const seen: number[] = []
  for (const name of spellings) {
    seen.push((await register(bff, { body: { ...someone(), email: `${name}@gmail.com` } })).status)
  }
  expect(seen).toEqual([200, 200, 200, ...times(8, () => 429)])
  const sent = service.registrations().map(({ body }): unknown => JSON.parse(body).email)
  expect(sent).toEqual(spellings.slice(0, 3).map((name) => `${name}@gmail.com`))
})

it('limits that all share are used up by what the service accepted, never by what it refused', async () => {
  const partnersFile = 'partners.json'
  const options: BffOptions = { ...theOptions(service.url), partnersFile }
  const river = {
    name: 'River City Votes',
    privacy_url: 'https://river.example/privacy',
    limit: { count: 20, seconds: 86_400 },
  }
  const files = { readText: () => '', readBytes: () => new Uint8Array(), env: {} }
  const partners = readPartners(JSON.stringify({ river }), options, files)
  const shared = { count: 20, seconds: 86_400 }
  const cases = [{ partner: 'river' }, { rateLimits: { site: shared } }, { rateLimits: { all: shared } }]
  const seen: unknown[] = []
  for (const { partner, rateLimits = true } of cases) {
    const bff = theBff(
      { partnersFile, rateLimits },
      { partners: { current: () => partners, onChange: () => undefined } },
    )
    const through = (address: string) => ({
      fetch: (request: Request) => from(bff, address).fetch(new Request(partnerPath(request.url, partner), request)),
    })
    const headers = await consentHeader(through('203.0.113.7'))
    const send = async (address: string) => (await register(through(address), { body: someone(), headers })).status
    service.answerWith(refuses)
    const refused = await Promise.all(times(25, (index) => send(`198.51.100.${index}`)))
    service.answerWith(accepts)
    const accepted: number[] = []
    for (let count = 0; count < 21; count++) accepted.push(await send('203.0.113.7'))
    seen.push([new Set(refused), accepted.filter((status) => status === 200).length, accepted.at(-1)])
  }
  expect(seen).toEqual(cases.map(() => [new Set([400]), 20, 429]))
})
