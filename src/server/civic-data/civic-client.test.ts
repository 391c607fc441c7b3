import { describe, expect, it } from 'vitest'
import { aFact, aField, anOverride } from '../../contract/testing/civic-samples.ts'
import { ConfigurationError } from '../options/option.ts'
import { civicAnswers } from '../testing/fake-civic.ts'
import { respond } from '../testing/fake-service.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'
import { type CivicClientOptions, createCivicClient } from './civic-client.ts'

const service = await sharedFakeService(
  civicAnswers({
    facts: [aFact('polls_open', '7 a.m.')],
    fields: [aField('polls_open')],
    overrides: [anOverride('polls_open', '6 a.m.')],
  }),
)

const minute = 60_000

function aClient(change: Partial<CivicClientOptions> = {}) {
  const time = { now: Date.parse('2026-03-02T08:00:00Z') }
  const departures: (readonly string[])[] = []
  const client = createCivicClient(
    { civicUrl: service.url, civicKeyId: 'id', civicKeySecret: 'CANARY', ...change },
    { clock: { now: () => time.now }, onDepartures: (sentences) => departures.push(sentences) },
  )
  return { client, time, departures }
}

describe('createCivicClient', () => {
  it('returns states, fields, overrides and the time of the read; the open endpoint gets no key (R-C05)', async () => {
    const { client, time } = aClient()
    expect(await client.state('IL')).toMatchObject({
      type: 'kept',
      value: { code: 'IL' },
      asOf: time.now,
      stale: false,
    })
    // A catalog of one field is complete: no count is expected (X16).
    expect(await client.fields()).toMatchObject({ value: [{ slug: 'polls_open' }] })
    expect(await client.overrides()).toMatchObject({ value: [{ value: '6 a.m.' }] })
    expect(service.heard.map(({ headers }) => headers.authorization)).toEqual([
      `Basic ${btoa('id:CANARY')}`,
      undefined,
      `Basic ${btoa('id:CANARY')}`,
    ])
  })

  it('sends one request at a time, one in 15 minutes, and keeps its data through an outage (R-C31, B.2.15)', async () => {
    const { client, time } = aClient()
    await Promise.all([client.state('IL'), client.state('IL'), client.state('IL')])
    time.now += 14 * minute
    await client.state('IL')
    expect(service.heard).toHaveLength(1)
    service.answerWith(respond(503, ''))
    time.now += 2 * minute
    await client.state('IL')
    await expect.poll(() => client.state('IL')).toMatchObject({ type: 'kept', value: { code: 'IL' }, stale: true })
  })

  it('throws for an unknown state code and sends no request', async () => {
    await expect(aClient().client.state(JSON.parse('"PR"'))).rejects.toThrow('There is no state PR.')
    expect(service.heard).toEqual([])
  })

  it('retries once after a failure, then reports why there is no data', async () => {
    service.answerWith(respond(500, ''))
    expect(await aClient().client.state('IL')).toMatchObject({ type: 'failed', reason: 'broken', status: 500 })
    expect(service.heard).toHaveLength(2)
    service.answerWith(respond(401, ''))
    expect(await aClient().client.overrides()).toEqual({ type: 'failed', reason: 'unauthorized', status: 401 })
  })

  it('reports which entries it had to leave out', async () => {
    service.answerWith(respond(200, JSON.stringify([aField('polls_open'), { slug: 7 }])))
    const { client, departures } = aClient()
    expect(await client.fields()).toMatchObject({ value: [{ slug: 'polls_open' }] })
    expect(departures).toEqual([[expect.stringContaining('fields[1].slug'), expect.any(String), expect.any(String)]])
  })

  it.each([
    [{ civicUrl: 'http://civic.example' }, /civicUrl/],
    [{ civicKeySecret: 'CANARY:1' }, /civicKeySecret/],
    [{ civicKeyId: '' }, /civicKeyId/],
    [{ civicDeadline: 1 }, /civicDeadline/],
  ])('rejects %j with the name of the option and without the secret', (change, says) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a program without types may give.
    const make = () => aClient(change as Partial<CivicClientOptions>)
    expect(make).toThrow(ConfigurationError)
    expect(make).toThrow(says)
    expect(make).not.toThrow(/CANARY/)
  })
})
