/** Several partners on one BFF: nothing of one partner reaches a voter of another. */
import { describe, expect, it } from 'vitest'
import { bffHeaders, Settings } from '../../contract/bff-api.ts'
import { bffPaths, messagesPath, partnerPath } from '../../contract/routes.ts'
import { ourWording } from '../consent/wording.ts'
import { createBff } from '../create-bff.ts'
import type { LogLine } from '../observability/log.ts'
import { prometheusMeter } from '../observability/meter.ts'
import type { BffOptions } from '../options/bff-options.ts'
import { memoryStore } from '../store/memory-store.ts'
import { answerOf, partnerOrigin, problemOf, register, theOptions } from '../testing/bff-requests.ts'
import { readPartners } from '../testing/read-partners.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'
import type { Partner } from './partner.ts'

const service = await sharedFakeService()

const riverOrigin = 'https://river.example'
const river = {
  name: 'River City Votes',
  privacy_url: 'https://river.example/privacy',
  allowed_origins: [riverOrigin],
  languages: ['es'],
  official_site_url: 'https://official.example/river',
}
const north = {
  name: 'North Votes',
  privacy_url: 'https://north.example/privacy',
  sms_program: { name: 'North Alerts', monthly: 6 },
  wording: { en: { ...ourWording.en, agree: 'I have read this, and North Votes may write to me.' } },
  key_variable: 'NORTH_API_KEY',
}
const keyId = '00000000-0000-4000-8000-000000000001'
const env = { NORTH_API_KEY: `${keyId}:NORTHKEYCANARY` }

/** Creates a BFF with these partners, whose file can be rewritten. */
function aBff(first: Record<string, unknown> = { river, north }) {
  const options: BffOptions = { ...theOptions(service.url), partnersFile: 'partners.json' }
  const read = (file: Record<string, unknown>) =>
    readPartners(JSON.stringify(file), options, { readText: () => '', readBytes: () => new Uint8Array(), env })
  let partners: ReadonlyMap<string, Partner> = read(first)
  const listeners: (() => void)[] = []
  const lines: LogLine[] = []
  const metrics = prometheusMeter()
  const store = memoryStore()
  const bff = createBff(options, {
    store,
    log: (line) => lines.push(line),
    meter: metrics.meter,
    partners: { current: () => partners, onChange: (listener) => void listeners.push(listener) },
  })
  const rewrite = (file: Record<string, unknown>) => {
    partners = read(file)
    for (const listener of listeners) listener()
  }
  return { bff, store, lines, metrics, rewrite }
}
type Bff = ReturnType<typeof aBff>['bff']

const get = (bff: Bff, path: string, origin = partnerOrigin) =>
  bff.fetch(new Request(`http://bff.test${path}`, { headers: { Origin: origin } }))
const settingsFor = async (bff: Bff, partner: string | undefined, origin?: string) =>
  Settings.parse(await (await get(bff, partnerPath(bffPaths.settings, partner), origin)).json())

/** Registers through a partner's form; by default with its own wording. */
async function send(bff: Bff, partner: string | undefined, origin: string, wording?: string) {
  const version = wording ?? (await settingsFor(bff, partner, origin)).wording.en.version
  const through = {
    fetch: (request: Request) => bff.fetch(new Request(partnerPath(request.url, partner), request)),
  }
  return register(through, { headers: { Origin: origin, [bffHeaders.consentVersion]: version } })
}

describe('a partner’s form', () => {
  it('has that partner’s name, links, wording and program, and no other’s', async () => {
    const { bff } = aBff()
    const [own, first, second] = await Promise.all(
      [undefined, 'river', 'north'].map((partner) => settingsFor(bff, partner)),
    )
    expect([own?.partner.name, first?.partner.name, second?.partner.name]).toEqual([
      'Sample Partner',
      'River City Votes',
      'North Votes',
    ])
    expect(first?.official_site?.url).toBe(river.official_site_url)
    expect(first?.features.subscriber_opt_in).toBe(false)
    expect(second?.features.subscriber_opt_in).toBe(true)
    expect(second?.partner.texts).toEqual({ program: 'North Alerts', monthly: 6 })
    expect(second?.wording.en.agree).toBe(north.wording.en.agree)
    const versions = [own, first, second].map((settings) => settings?.wording.en.version)
    expect(new Set(versions).size).toBe(3)
  })

  it('has texts in that partner’s languages only', async () => {
    const { bff } = aBff()
    const statusOf = async (language: string, partner: string) =>
      (await get(bff, partnerPath(messagesPath(language, '0'), partner))).status
    expect([await statusOf('es', 'river'), await statusOf('ko', 'river'), await statusOf('ko', 'north')]).toEqual([
      200, 404, 200,
    ])
  })

  it('can be read by that partner’s pages only', async () => {
    const { bff } = aBff()
    const readableBy = async (origin: string, partner: string | undefined) =>
      (await get(bff, partnerPath(bffPaths.settings, partner), origin)).headers.get('access-control-allow-origin')
    expect(await readableBy(riverOrigin, 'river')).toBe(riverOrigin)
    expect(await readableBy(partnerOrigin, 'river')).toBeNull()
    expect(await readableBy(partnerOrigin, 'north')).toBe(partnerOrigin)
    expect(await readableBy(riverOrigin, 'north')).toBeNull()
    // A page whose partner is unknown may read the reason.
    expect(await readableBy(riverOrigin, 'rivver')).toBe(riverOrigin)
    expect(await readableBy('https://elsewhere.example', 'rivver')).toBeNull()
  })
})

describe('a partner’s registration', () => {
  it('is accepted with its partner’s wording from its partner’s page, and from no other', async () => {
    const { bff } = aBff()
    const { wording } = await settingsFor(bff, 'north')
    expect((await send(bff, 'river', riverOrigin)).status).toBe(200)
    expect(await problemOf(await send(bff, 'river', riverOrigin, wording.en.version))).toMatchObject({
      code: 'consent_outdated',
    })
    expect(await problemOf(await send(bff, 'river', partnerOrigin))).toMatchObject({ code: 'origin_not_allowed' })
    expect(await problemOf(await send(bff, undefined, riverOrigin))).toMatchObject({ code: 'origin_not_allowed' })
    expect(service.registrations()).toHaveLength(1)
  })

  it('uses its partner’s own key, and otherwise the server’s', async () => {
    const { bff, lines } = aBff()
    await send(bff, 'north', partnerOrigin)
    await send(bff, 'river', riverOrigin)
    const keys = service.registrations().map(({ headers }) => atob(`${headers.authorization}`.slice('Basic '.length)))
    expect(keys).toEqual([env.NORTH_API_KEY, `${keyId}:${theOptions('').apiKeySecret}`])
    expect(JSON.stringify(lines)).not.toContain('CANARY')
  })

  it('is counted for its partner in the metrics', async () => {
    const { bff, metrics } = aBff()
    for (const id of ['river', 'river', 'north']) await send(bff, id, id === 'river' ? riverOrigin : partnerOrigin)
    const text = await metrics.text()
    expect(text).toContain('partner_registrations_total{partner="river",outcome="answered"} 2')
    expect(text).toContain('partner_registrations_total{partner="north",outcome="answered"} 1')
  })

  it('has its partner in the receipt, which the export filters by', async () => {
    const { bff, store } = aBff()
    const { reference } = await answerOf(await send(bff, 'river', riverOrigin))
    await send(bff, undefined, partnerOrigin)
    const all = await store.receipts.list({ limit: 9 })
    expect(all.map(({ partner }) => partner)).toEqual(['river', null])
    const [mine, ...others] = await store.receipts.list({ partner: 'river', limit: 9 })
    expect([mine?.reference, others]).toEqual([reference, []])
    const shown = await store.wordings.get(mine?.wording_version ?? '')
    expect(shown?.text).toContain('River City Votes')
    expect(shown?.text).not.toContain('Sample Partner')
  })
})

describe('a partner that is not in the file', () => {
  it('is rejected in plain words, and never gets another one’s form', async () => {
    const { bff, lines } = aBff()
    const response = await get(bff, partnerPath(bffPaths.settings, 'Ada Sample'))
    expect(response.status).toBe(404)
    const problem = await problemOf(response)
    expect(problem).toMatchObject({ code: 'partner_unknown', title: 'This server does not know that partner' })
    expect(problem.detail).toContain('PARTNERS_FILE')
    expect((await get(bff, partnerPath(messagesPath('es', '0'), 'constructor'))).status).toBe(404)
    expect(await problemOf(await send(bff, 'nobody', partnerOrigin, 'en-0'))).toMatchObject({
      code: 'partner_unknown',
      outcome: 'not_sent',
    })
    expect(service.heard).toEqual([])
    expect(new Set(lines.flatMap(({ partner }) => partner ?? []))).toEqual(new Set(['other']))
  })

  it('cannot be another spelling of one: none opens the form, messages or key of another', async () => {
    const { bff } = aBff()
    const { wording } = await settingsFor(bff, 'river', riverOrigin)
    const spellings =
      'River|RIVER|river | river|river\u0000|river\u200b|r\u0131ver|river,north|river/|%72iver|[object Object]'
    const names = [...spellings.split('|'), '__proto__', 'constructor', 'toString']
    const queries = names.map((name) => `?partner=${encodeURIComponent(name)}`)
    const twice = ['partner=north&partner=river', 'partner=river%00&partner=river', 'partner[]=river', 'Partner=river']
    const wrong: unknown[] = []
    for (const query of [...queries, ...twice.map((pair) => `?${pair}`)]) {
      const read = await get(bff, bffPaths.settings + query, riverOrigin)
      const text = await read.text()
      const headers = { Origin: riverOrigin, [bffHeaders.consentVersion]: wording.en.version }
      const through = { fetch: (request: Request) => bff.fetch(new Request(request.url + query, request)) }
      const { status } = await register(through, { headers })
      if (text.includes('River City Votes') || status === 200) wrong.push([query, read.status, status])
    }
    expect(wrong).toEqual([])
    expect(service.heard).toEqual([])
  })

  it('because it was removed while a voter filled in sends nothing; the others still work', async () => {
    const { bff, rewrite } = aBff()
    const { wording } = await settingsFor(bff, 'north')
    rewrite({ river })
    const response = await send(bff, 'north', partnerOrigin, wording.en.version)
    expect(await problemOf(response)).toMatchObject({ code: 'partner_unknown', outcome: 'not_sent' })
    expect(service.registrations()).toEqual([])
    expect((await send(bff, 'river', riverOrigin)).status).toBe(200)
  })
})

it('an answer opens through the form of its own partner alone', async () => {
  const { bff } = aBff()
  const { answer_token } = await answerOf(await send(bff, 'river', riverOrigin))
  const ask = async (partner: string | undefined, origin: string) => {
    const init = { method: 'POST', headers: { Origin: origin, 'Content-Type': 'text/plain' } }
    const request = new Request(`http://bff.test${partnerPath(bffPaths.answers, partner)}`, {
      ...init,
      body: JSON.stringify({ answer_token }),
    })
    const response = await bff.fetch(request)
    return [response.status, response.headers.get('access-control-allow-origin')]
  }
  expect(await ask('river', riverOrigin)).toEqual([200, riverOrigin])
  expect(await ask('north', partnerOrigin)).toEqual([404, partnerOrigin])
  expect((await ask(undefined, partnerOrigin))[0]).toBe(404)
  expect((await ask('nobody', riverOrigin))[0]).toBe(404)
  // A foreign page may ask, and cannot read.
  expect((await ask('river', 'https://evil.example'))[1]).toBeNull()
})

describe('a changed partners file', () => {
  it('asks for consent to a changed text, and stores the new text', async () => {
    const { bff, rewrite, store } = aBff()
    const before = await settingsFor(bff, 'river')
    rewrite({ river: { ...river, name: 'River County Votes' } })
    expect(await problemOf(await send(bff, 'river', riverOrigin, before.wording.en.version))).toMatchObject({
      code: 'consent_outdated',
    })
    const after = await settingsFor(bff, 'river')
    expect(after.partner.name).toBe('River County Votes')
    await expect.poll(() => store.wordings.get(after.wording.en.version)).toMatchObject({ language: 'en' })
  })

  it('allows the origins that it now names', async () => {
    const { bff, rewrite } = aBff()
    const origin = 'https://vote.river.example'
    const { wording } = await settingsFor(bff, 'river')
    expect((await send(bff, 'river', origin, wording.en.version)).status).toBe(403)
    rewrite({ river: { ...river, allowed_origins: [origin] } })
    expect((await send(bff, 'river', origin, wording.en.version)).status).toBe(200)
  })
})

describe('a BFF without a partners file', () => {
  it('treats every name as the one partner, and logs and stores none', async () => {
    const lines: LogLine[] = []
    const store = memoryStore()
    const bff = createBff(theOptions(service.url), { store, log: (line) => lines.push(line) })
    expect(await settingsFor(bff, 'anybody')).toEqual(await settingsFor(bff, undefined))
    await send(bff, 'Ada Sample', partnerOrigin)
    expect((await store.receipts.list({ limit: 9 })).map(({ partner }) => partner)).toEqual([null])
    expect(JSON.stringify(lines)).not.toContain('Ada')
  })

  it('throws if a partners file is configured and not passed', () => {
    expect(() => createBff({ ...theOptions(service.url), partnersFile: 'partners.json' })).toThrow('loadPartners')
  })
})
