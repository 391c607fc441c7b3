import { describe, expect, it } from 'vitest'
import { parseStateFacts } from '../../contract/civic-data/state-facts.ts'
import { bffPaths, servicePaths, stateFactsPath } from '../../contract/routes.ts'
import { stateCodes } from '../../contract/states.ts'
import { aFact, aField, anOverride } from '../../contract/testing/civic-samples.ts'
import { aResponse } from '../../contract/testing/samples.ts'
import type { BffDependencies } from '../bff-dependencies.ts'
import { createBff } from '../create-bff.ts'
import type { LogLine } from '../observability/log.ts'
import { consentHeader, partnerOrigin, problemOf, register, settingsOf, theOptions } from '../testing/bff-requests.ts'
import { type CivicKnowledge, civicAnswers } from '../testing/fake-civic.ts'
import { type Answer, respond, startFakeService } from '../testing/fake-service.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'
import { undiciTransport } from '../upstream/transport-undici.ts'

const knowledge: CivicKnowledge = {
  facts: [
    aFact('registration_deadline_mail', 'Postmarked 28 days before Election Day', { footnotes: 'Or later.' }),
    aFact('gov_tool_verify', 'https://state.example/check'),
    aFact('polls_open', 'SECRETSAUCE'),
  ],
  fields: [
    aField('registration_deadline_mail', { description: 'Deadline by mail' }),
    aField('gov_tool_verify', { field_format: 'URL' }),
    aField('polls_open'),
  ],
  overrides: [anOverride('gov_tool_verify', 'https://cook.example/check')],
}

const service = await sharedFakeService(civicAnswers(knowledge))

const civicKey = { civicKeyId: 'civic-id', civicKeySecret: 'CIVICCANARY-0f2d4c/+=?&%' }
const civic = (change = {}) => ({ ...theOptions(service.url), civicUrl: `${service.url}/`, ...civicKey, ...change })

/** Creates a BFF whose clock stops until a test moves it. */
function aBff(change = {}, dependencies: BffDependencies = {}) {
  const time = { now: Date.parse('2026-03-02T08:00:00Z') }
  const lines: LogLine[] = []
  const bff = createBff(civic(change), {
    log: (line) => lines.push(line),
    clock: { now: () => time.now },
    // Longer than any pause of a busy machine; tests wait it out only when no response comes.
    civicDeadline: 30_000,
    ...dependencies,
  })
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    bff.fetch(new Request(`http://bff.test${path}`, { method, headers: { Origin: partnerOrigin, ...headers } }))
  const facts = async (path: string) => {
    const response = await get(path)
    return response.ok ? parseStateFacts(await response.json()) : undefined
  }
  return { bff, time, lines, get, facts }
}

const minutes = (count: number) => count * 60_000

describe('GET /states/{code}', () => {
  it('returns a state’s facts from three requests, with the key only where needed (R-C05, R-C14, R-C23)', async () => {
    const { get } = aBff()
    const response = await get(stateFactsPath('IL'))
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe(partnerOrigin)
    expect(await response.json()).toEqual({
      state: 'IL',
      name: 'Illinois',
      regions: ['Cook County'],
      facts: [
        {
          slug: 'registration_deadline_mail',
          description: 'Deadline by mail',
          value: { is: 'markdown', markdown: 'Postmarked 28 days before Election Day' },
          footnotes: 'Or later.',
          modified_at: '2026-03-02T15:04:05.123456Z',
        },
        {
          slug: 'gov_tool_verify',
          description: 'About gov_tool_verify',
          value: { is: 'link', url: 'https://state.example/check' },
          modified_at: '2026-03-02T15:04:05.123456Z',
        },
      ],
      as_of: '2026-03-02T08:00:00.000Z',
      stale: false,
    })
    // The version first (R-C03), and no query (R-C28).
    const authorization = `Basic ${btoa(`${civicKey.civicKeyId}:${civicKey.civicKeySecret}`)}`
    const heard = service.heard.map(({ path, headers }) => [path, headers.authorization])
    expect(heard).toHaveLength(3)
    expect(new Map(heard as [string, unknown][])).toEqual(
      new Map([
        ['/v2/election/data/state/IL/', authorization],
        ['/v2/election/field/', undefined],
        ['/v2/election/override/', authorization],
      ]),
    )
    expect(service.heard.every(({ headers, body }) => body === '' && headers['content-type'] === undefined)).toBe(true)
  })

  it('returns a region’s own facts for any spelling of its name, with the official spelling (R-C25)', async () => {
    const { facts } = aBff()
    for (const region of ['Cook County', ' cook  COUNTY ']) {
      const told = await facts(stateFactsPath('IL', region))
      expect(told?.region).toBe('Cook County')
      expect(told?.facts.at(-1)).toMatchObject({ value: { url: 'https://cook.example/check' }, regional: true })
    }
    expect((await facts(`${stateFactsPath('IL')}?region=`))?.region).toBeUndefined()
  })

  it('never returns a field that is not on the list', async () => {
    const { get } = aBff()
    expect(await (await get(stateFactsPath('IL'))).text()).not.toContain('SECRETSAUCE')
    const own = aBff({ civicFields: ['polls_open'] })
    expect((await own.facts(stateFactsPath('IL')))?.facts.map(({ slug }) => slug)).toEqual(['polls_open'])
  })

  it('answers 304 to a page that has the current version (ETag)', async () => {
    const { get, time } = aBff()
    const first = await get(stateFactsPath('IL'))
    const tag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('public, max-age=300')
    for (const value of [tag, `W/${tag}`, `"x", ${tag}`]) {
      expect((await get(stateFactsPath('IL'), { 'If-None-Match': value })).status).toBe(304)
    }
    expect((await get(stateFactsPath('IL', 'Cook County'), { 'If-None-Match': tag })).status).toBe(200)
    time.now += minutes(16)
    const again = async () => (await get(stateFactsPath('IL'), { 'If-None-Match': tag })).status
    await expect.poll(again).toBe(200)
  })

  it('logs its route and never the requested state or region', async () => {
    const { get, lines } = aBff()
    await get(stateFactsPath('IL', 'CANARY county'))
    await get(`${bffPaths.states}/CANARY`)
    expect(lines.filter(({ route }) => route !== undefined).map(({ route, code }) => [route, code])).toEqual([
      ['/states/{code}', 'region_unknown'],
      ['/states/{code}', 'state_unknown'],
    ])
    expect(JSON.stringify(lines)).not.toContain('CANARY')
  })

  it('answers HEAD and rejects all other methods', async () => {
    const { get } = aBff()
    const head = await get(stateFactsPath('IL'), {}, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await get(stateFactsPath('IL'), {}, 'POST')).status).toBe(405)
    expect((await get(stateFactsPath('IL'), {}, 'OPTIONS')).status).toBe(204)
  })
})

describe('GET /states/{code} without Civic data', () => {
  it('answers 404, is missing from the settings and sends no request', async () => {
    const bff = createBff(theOptions(service.url), { log: () => undefined })
    const response = await bff.fetch(new Request('http://bff.test/states/TN'))
    expect(response.status).toBe(404)
    expect((await problemOf(response)).detail).not.toContain('/states')
    expect((await settingsOf(bff)).features).not.toHaveProperty('state_facts')
    expect(service.heard).toEqual([])
  })

  it('is named in the settings only when Civic data is configured', async () => {
    expect((await settingsOf(aBff().bff)).features.state_facts).toBe(true)
  })
})

describe('GET /states/{code} of version 1 (R-C32 to R-C35)', () => {
  const old: CivicKnowledge = {
    facts: [
      aFact('external_tool_verify_status', 'https://state.example/check'),
      aFact('registration_submission_mail', 'True'),
      aFact('registration_submission_fax', 'False'),
      aFact('sdr_election_day', 'True'),
      aFact('sdr_notes', 'For president only.'),
    ],
    fields: [
      { slug: 'external_tool_verify_status', long_name: 'Check your status', field_format: 'URL' },
      { slug: 'sdr_election_day', long_name: 'Same day', field_format: 'Boolean' },
    ],
  }

  it('returns the same facts through the migration, without regions (R-C62)', async () => {
    service.answerWith(civicAnswers(old))
    const { facts, get } = aBff({ civicVersion: 1 })
    const told = await facts(stateFactsPath('TN'))
    expect(told?.regions).toEqual([])
    expect(told?.facts.map(({ slug, value, footnotes }) => [slug, value, footnotes])).toEqual([
      ['has_sdr_election_day', { is: 'boolean', value: true }, 'For president only.'],
      ['has_sdr_early_voting', { is: 'none' }, 'For president only.'],
      ['sdr_locations', { is: 'none' }, 'For president only.'],
      ['registration_methods', { is: 'options', options: ['mail'] }, undefined],
      ['gov_tool_verify', { is: 'link', url: 'https://state.example/check' }, undefined],
    ])
    expect(told?.facts.at(-1)?.description).toBe('Check your status')
    expect(service.heard.map(({ path }) => path).sort()).toEqual(['/v1/election/data/state/TN/', '/v1/election/field/'])
    expect((await get(stateFactsPath('TN', 'Cook County'))).status).toBe(404)
  })
})

describe('GET /states/{code} with bad input', () => {
  it.each(
    'tn Tn XX PR TNN T %54N%20 ..%2fTN %2e%2e%2fsettings TN%2f..%2fCA ТN %00 % %ff constructor __proto__'.split(' '),
  )('answers 404 to the state %s and does not call the service', async (code) => {
    const { get } = aBff()
    const response = await get(`${bffPaths.states}/${code}`)
    expect(response.status).toBe(404)
    expect(await problemOf(response)).toMatchObject({ status: 404, code: 'state_unknown' })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(service.heard).toEqual([])
  })

  it.each(['/states', '/states/', '/states/TN/', '/states/TN/x', '/states//TN', '/v2/election/data/state/TN/'])(
    'answers 404 to the path %s',
    async (path) => {
      const { get } = aBff()
      expect((await get(path)).status).toBe(404)
      expect(service.heard).toEqual([])
    },
  )

  it.each(['Nowhere', 'Cook', '../', '%2f', '\u0000', 'Ⅽook County', 'x'.repeat(10_000), '__proto__'])(
    'answers 404 to the unknown region $0 and says where to look',
    async (region) => {
      const { get, facts } = aBff()
      const response = await get(stateFactsPath('IL', region))
      expect(response.status).toBe(404)
      const problem = await problemOf(response)
      expect(problem).toMatchObject({ code: 'region_unknown' })
      expect(problem.detail).toContain('/states/IL')
      expect((await facts(stateFactsPath('IL')))?.facts).toHaveLength(2)
    },
  )
})

/** Applies `answer` to state data only; everything else gets a valid response. */
const onState =
  (answer: Answer): Answer =>
  (response, heard) =>
    (heard.path.includes('/state/') ? answer : civicAnswers(knowledge))(response, heard)

const endless: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = (): void => {
    while (!response.destroyed && response.write(' '.repeat(65_536)));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

const mishaps: [name: string, answer: Answer, status: number, code: string][] = [
  ['401', respond(401, '{}', { 'www-authenticate': 'Basic realm="CIVICCANARY"' }), 503, 'upstream_auth'],
  ['403', respond(403, '{}'), 503, 'upstream_auth'],
  ['404', respond(404, '{"detail":"Not found."}'), 502, 'upstream_contract'],
  ['301', respond(301, '', { location: 'https://elsewhere.example/' }), 502, 'upstream_contract'],
  ['429', respond(429, '', { 'retry-after': '17' }), 503, 'upstream_busy'],
  ['500', respond(500, '<h1>Server Error</h1>', { 'content-type': 'text/html' }), 502, 'civic_failed'],
  ['broken JSON', respond(200, '{"code":"IL","name":'), 502, 'civic_failed'],
  ['HTML', respond(200, '<h1>Hello</h1>', { 'content-type': 'text/html' }), 502, 'civic_failed'],
  ['a list', respond(200, '[]'), 502, 'civic_failed'],
  ['null', respond(200, 'null'), 502, 'civic_failed'],
  ['another state', respond(200, '{"code":"TN","name":"Tennessee","state_information":[]}'), 502, 'civic_failed'],
  ['an endless answer', endless, 502, 'civic_failed'],
  ['a cut connection', (response) => response.destroy(), 502, 'civic_failed'],
  ['silence', () => undefined, 504, 'civic_failed'],
  [
    'half an answer, then silence',
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"code"')
    },
    504,
    'civic_failed',
  ],
]

const deadlineFor = (name: string): BffDependencies => (name.includes('silence') ? { civicDeadline: 1_000 } : {})

describe('GET /states/{code} during a failure of the service (R-C30)', () => {
  it.each(mishaps)('returns a clear problem after %s and stores nothing', async (name, answer, status, code) => {
    service.answerWith(onState(answer))
    const { get, lines, facts, time } = aBff({}, deadlineFor(name))
    const response = await get(stateFactsPath('IL'))
    expect(response.status).toBe(status)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.has('www-authenticate')).toBe(false)
    const problem = await problemOf(response)
    expect(problem).toMatchObject({ code, status })
    expect(problem.detail).toMatch(/^The Civic Data service /)
    expect(lines.at(-1)).toMatchObject({ level: 'error', code, cause: expect.any(String) })
    expect(JSON.stringify([problem, lines])).not.toContain('CIVICCANARY')
    service.answerWith(civicAnswers(knowledge))
    time.now += 5_000
    expect((await facts(stateFactsPath('IL')))?.facts).toHaveLength(2)
  })

  it.each(mishaps)('returns the earlier facts with their date after %s', async (name, answer) => {
    const { facts, get, time } = aBff({}, deadlineFor(name))
    await facts(stateFactsPath('IL'))
    service.answerWith(onState(answer))
    time.now += minutes(60)
    await expect.poll(async () => (await facts(stateFactsPath('IL')))?.stale).toBe(true)
    const told = await facts(stateFactsPath('IL'))
    expect(told).toMatchObject({ as_of: '2026-03-02T08:00:00.000Z', regions: ['Cook County'] })
    expect(told?.facts).toHaveLength(2)
    expect((await get(stateFactsPath('IL'))).headers.get('cache-control')).toBe('public, max-age=30')
  })

  it('returns a problem, not facts that are older than a day', async () => {
    const { facts, get, time } = aBff()
    await facts(stateFactsPath('IL'))
    service.answerWith(respond(500, ''))
    time.now += minutes(24 * 60)
    expect((await get(stateFactsPath('IL'))).status).toBe(502)
  })

  it('reports a service that cannot be reached', async () => {
    const gone = await startFakeService()
    await gone.close()
    const response = await aBff({ civicUrl: gone.url }).get(stateFactsPath('IL'))
    expect([response.status, (await problemOf(response)).code]).toEqual([503, 'upstream_unreachable'])
  })

  it('uses the formats of this package if only the catalog fails', async () => {
    const known = civicAnswers(knowledge)
    service.answerWith((response, heard) =>
      heard.path.endsWith('/field/') ? respond(500, '')(response, heard) : known(response, heard),
    )
    const told = await aBff().facts(stateFactsPath('IL'))
    expect(told?.facts.map(({ value }) => value.is)).toEqual(['markdown', 'link'])
    expect(told?.stale).toBe(false)
  })

  it('marks the state as stale if only the overrides fail', async () => {
    const known = civicAnswers(knowledge)
    service.answerWith((response, heard) =>
      heard.path.endsWith('/override/') ? respond(500, '')(response, heard) : known(response, heard),
    )
    const { get, facts } = aBff()
    expect(await facts(stateFactsPath('IL'))).toMatchObject({ regions: [], stale: true })
    expect((await get(stateFactsPath('IL', 'Cook County'))).status).toBe(502)
  })

  it('returns the valid rows, and logs the contract violation', async () => {
    const facts = [...knowledge.facts, 'no fact', { field_type: 7, text: 'CANARY' }]
    service.answerWith(civicAnswers({ ...knowledge, facts: facts as CivicKnowledge['facts'] }))
    const { facts: told, lines } = aBff()
    expect((await told(stateFactsPath('IL')))?.facts).toHaveLength(2)
    expect(lines.find(({ code }) => code === 'civic_contract_violation')).toMatchObject({ count: 2 })
    expect(JSON.stringify(lines)).not.toContain('CANARY')
  })
})

it('Civic requests that hang are sent once each and delay no registration', async () => {
  service.answerWith((response, heard) => {
    if (heard.path === servicePaths.registration) respond(200, JSON.stringify(aResponse()))(response, heard)
  })
  const transport = undiciTransport(service.url)
  const bff = createBff(
    civic(),
    // Longer than this test, so that the calls hang all the time.
    { transport: transport.send, log: () => undefined, civicDeadline: 300_000 },
  )
  const asked = [1, 2].flatMap(() =>
    stateCodes.map((code) => bff.fetch(new Request(`http://bff.test${stateFactsPath(code)}`))),
  )
  const countCivicCalls = () => service.heard.length - service.registrations().length
  // 51 states, all overrides and the catalog: never more calls than these are in flight.
  await expect.poll(countCivicCalls).toBe(53)

  const headers = await consentHeader(bff)
  const statuses = await Promise.all(Array.from({ length: 16 }, async () => (await register(bff, { headers })).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(service.registrations()).toHaveLength(16)
  expect(countCivicCalls()).toBe(53)

  await transport.close()
  for (const { status } of await Promise.all(asked)) expect(status).toBe(502)
})
