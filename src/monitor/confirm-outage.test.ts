/** When a site counts as down: not after one failure, not after a proxy's, and not while nothing is reachable. */
import { describe, expect, it } from 'vitest'
import type { CheckResult } from './check.ts'
import { createOutageConfirmation } from './confirm-outage.ts'
import type { EgressRoute } from './egress-route.ts'

const aWay = (name: string): EgressRoute => ({ name, resolvesNames: true, connector: () => () => undefined })
const site = { url: 'https://register.state.example/', mustContain: undefined, up: true as boolean | undefined }
const sentinel = 'https://sentinel.example/'

const result = (outcome: CheckResult['outcome']): CheckResult => ({
  outcome,
  loadUs: 1_000,
  status: outcome === 'up' ? 200 : undefined,
  error: outcome === 'up' ? undefined : outcome,
  redirects: [],
})

/** Plays the results of each check in turn: `site a`, `sentinel b` …; what is not listed is up. */
function play(outcomes: Record<string, CheckResult['outcome'][]>, ways = ['a', 'b'], withSentinel = true) {
  const requests: string[] = []
  let pauses = 0
  let now = 1_000
  const confirmOutage = createOutageConfirmation({
    routes: ways.map(aWay),
    sentinel: withSentinel ? sentinel : undefined,
    clock: { now: () => now++ },
    check: async ({ url }, way) => {
      const question = `${url === sentinel ? 'sentinel' : 'site'} ${way.name}`
      requests.push(question)
      return result(outcomes[question]?.shift() ?? 'up')
    },
    pause: async () => void pauses++,
  })
  const later = () => {
    now += 60_000
  }
  return { confirmOutage, requests, pauses: () => pauses, later }
}

describe('an outage check of a site', () => {
  it('that responds finds it up after one request', async () => {
    const { confirmOutage, requests } = play({})
    expect(await confirmOutage(site)).toMatchObject({
      verdict: 'up',
      attempts: [{ up: true, ignored: false, via: 'a' }],
    })
    expect(requests).toEqual(['site a'])
  })

  it('that fails uses another route; if the site responds there, the failure is ignored', async () => {
    const { confirmOutage, pauses } = play({ 'site a': ['down'] })
    expect(await confirmOutage(site)).toMatchObject({
      verdict: 'up',
      decisiveIndex: 1,
      attempts: [
        { up: false, ignored: true, via: 'a' },
        { up: true, ignored: false, via: 'b' },
      ],
    })
    expect(pauses()).toBe(0)
  })

  it('that fails twice while the sentinel responds finds it down since the first failure', async () => {
    const { confirmOutage, requests } = play({ 'site a': ['down'], 'site b': ['down'] })
    expect(await confirmOutage(site)).toMatchObject({
      verdict: 'down',
      decisiveIndex: 0,
      attempts: [{ ignored: false }, { ignored: false }],
    })
    expect(requests).toEqual(['site a', 'site b', 'sentinel b'])
  })

  it('that fails does not find it down while the sentinel cannot be reached either', async () => {
    const { confirmOutage, requests } = play({
      'site a': ['down'],
      'site b': ['down'],
      'sentinel b': ['down'],
      'sentinel a': ['down'],
    })
    expect(await confirmOutage(site)).toMatchObject({
      verdict: 'unknown',
      attempts: [{ ignored: true }, { ignored: true }],
    })
    expect(requests.slice(2)).toEqual(['sentinel b', 'sentinel a'])
  })

  it('that is known to be down makes one request only', async () => {
    const { confirmOutage, requests } = play({ 'site a': ['down'] })
    expect(await confirmOutage({ ...site, up: false })).toMatchObject({
      verdict: 'down',
      attempts: [{ ignored: false }],
    })
    expect(requests).toEqual(['site a'])
  })

  it('repeats the request after a pause if there is one route only', async () => {
    const { confirmOutage, requests, pauses } = play({ 'site a': ['down', 'down'] }, ['a'], false)
    expect(await confirmOutage(site)).toMatchObject({ verdict: 'down' })
    expect(requests).toEqual(['site a', 'site a'])
    expect(pauses()).toBe(1)
  })

  it('does not blame it for a failing proxy: the other route decides; two failing ones do not', async () => {
    const one = play({ 'site a': ['route_failed'], 'site b': ['down'] })
    expect(await one.confirmOutage(site)).toMatchObject({
      verdict: 'down',
      decisiveIndex: 1,
      attempts: [{ ignored: true }, {}],
    })
    const other = play({ 'site a': ['down'], 'site b': ['route_failed'] })
    expect(await other.confirmOutage(site)).toMatchObject({ verdict: 'unknown' })
    const both = play({ 'site a': ['route_failed'], 'site b': ['route_failed'] })
    expect(await both.confirmOutage(site)).toMatchObject({
      verdict: 'unknown',
      attempts: [{ ignored: true }, { ignored: true }],
    })
    const down = play({ 'site a': ['route_failed'] })
    expect(await down.confirmOutage({ ...site, up: false })).toMatchObject({ verdict: 'up' })
  })

  it('that blocks programs finds it neither up nor down', async () => {
    const { confirmOutage, requests } = play({ 'site a': ['unclear'] })
    expect(await confirmOutage(site)).toMatchObject({ verdict: 'unknown', attempts: [{ ignored: true }] })
    expect(requests).toHaveLength(1)
    expect(await play({ 'site a': ['down'], 'site b': ['unclear'] }).confirmOutage(site)).toMatchObject({
      verdict: 'unknown',
    })
  })

  it('starts with each route in turn', async () => {
    const { confirmOutage, requests } = play({}, ['a', 'b', 'c'])
    for (let i = 0; i < 4; i++) await confirmOutage(site)
    expect(requests).toEqual(['site a', 'site b', 'site c', 'site a'])
  })
})

describe('the sentinel', () => {
  it('is never called down: its failure means that nothing can be reached', async () => {
    const { confirmOutage } = play({ 'sentinel a': ['down'], 'sentinel b': ['down'] })
    expect(await confirmOutage({ ...site, url: sentinel })).toMatchObject({ verdict: 'unknown' })
  })

  it('is requested once for many sites that fail together, and again later', async () => {
    const downs = (): CheckResult['outcome'][] => Array.from({ length: 9 }, () => 'down')
    const { confirmOutage, requests, later } = play({ 'site a': downs() }, ['a'])
    for (let i = 0; i < 3; i++) expect(await confirmOutage(site)).toMatchObject({ verdict: 'down' })
    expect(requests.filter((question) => question === 'sentinel a')).toHaveLength(1)
    later()
    await confirmOutage(site)
    expect(requests.filter((question) => question === 'sentinel a')).toHaveLength(2)
  })
})
