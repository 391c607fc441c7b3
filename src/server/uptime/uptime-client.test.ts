import { describe, expect, it } from 'vitest'
import { respond } from '../testing/fake-service.ts'
import { aCheck, aSite, uptimeAnswers } from '../testing/fake-uptime.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'
import { createUptimeClient, type UptimeClientOptions } from './uptime-client.ts'

const service = await sharedFakeService(
  uptimeAnswers({ sites: [aSite({ uuid: 'a' })], checks: [aCheck({ site: 'a' })] }),
)

function aClient(change: Partial<UptimeClientOptions> = {}) {
  const time = { now: Date.parse('2026-03-02T08:00:00Z') }
  const client = createUptimeClient({ uptimeUrl: service.url, ...change }, { clock: { now: () => time.now } })
  return { client, time }
}

describe('createUptimeClient', () => {
  it('returns sites and checks with the time of the read, and no key if none is set (R-U20)', async () => {
    const { client, time } = aClient()
    expect(await client.sites()).toMatchObject({
      type: 'kept',
      value: { items: [{ uuid: 'a' }], count: 1, isWhole: true },
      asOf: time.now,
      stale: false,
    })
    expect(await client.checks('a', 10)).toMatchObject({ type: 'kept', value: { items: [expect.any(Object)] } })
    expect(service.heard.some(({ headers }) => 'authorization' in headers)).toBe(false)
  })

  it('requests once a minute, for each page of checks separately', async () => {
    const { client, time } = aClient()
    await Promise.all([client.sites(), client.sites()])
    await client.checks('a', 10)
    await client.checks('a', 10)
    await client.checks('a', 10, 10)
    time.now += 59_000
    await client.sites()
    expect(service.heard).toHaveLength(3)
  })

  it('says why there is no data', async () => {
    service.answerWith(respond(403, ''))
    const { client } = aClient({ uptimeKeyId: 'id', uptimeKeySecret: 'CANARY' })
    expect(await client.sitesDown()).toEqual({ type: 'failed', reason: 'unauthorized', status: 403 })
    expect(service.heard[0]?.headers.authorization).toBe(`Basic ${btoa('id:CANARY')}`)
  })

  it.each([
    [{ uptimeUrl: 'nowhere' }, /uptimeUrl/],
    [{ uptimeKeyId: 'id' }, /uptimeKeySecret/],
    [{ uptimePages: 3 }, /uptimePages/],
  ])('rejects %j with the name of the option', (change, says) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a program without types may give.
    expect(() => aClient(change as Partial<UptimeClientOptions>)).toThrow(says)
  })
})
