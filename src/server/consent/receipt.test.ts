/** What is stored of a voter's consent, and what is not. */
import { describe, expect, it } from 'vitest'
import { bffHeaders } from '../../contract/bff-api.ts'
import { aButton, aRequest, aResponse } from '../../contract/testing/samples.ts'
import { createBff } from '../create-bff.ts'
import type { LogLine } from '../observability/log.ts'
import type { BffOptions } from '../options/bff-options.ts'
import { memoryStore } from '../store/memory-store.ts'
import type { Store } from '../store/store.ts'
import {
  answerOf,
  partnerOrigin,
  problemOf,
  register,
  reportClick,
  settingsOf,
  theOptions,
} from '../testing/bff-requests.ts'
import { respond } from '../testing/fake-service.ts'
import { unattributed } from '../testing/receipts.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'
import { toDigits } from './receipt.ts'
import { blocksToText, parseBlocks } from './shown-text.ts'

const service = await sharedFakeService()

/** Creates a BFF with a store, and collects its log lines. */
function aBff(store?: Store, change: Partial<BffOptions> = {}) {
  const lines: LogLine[] = []
  const bff = createBff(
    { ...theOptions(service.url), ...change },
    { log: (line) => lines.push(line), ...(store && { store }) },
  )
  return { bff, lines }
}

const phone = '+12025550143'
const person = { ...aRequest(), phone, first_name: 'NAMECANARY', email: 'mailcanary@voter.example' }

/** Waits for the outcomes, which are written after the voter has the answer. */
const outcomesAre = (store: Store, outcomes: string[]) =>
  expect.poll(async () => (await store.receipts.list({ limit: 9 })).map(({ outcome }) => outcome)).toEqual(outcomes)

describe('the receipt of a registration', () => {
  it('has time, wording, language, checkboxes, form, site, HMAC of the phone and outcome', async () => {
    const store = memoryStore()
    const { bff } = aBff(store)
    const before = Date.now()
    const body = { ...person, sms_opt_in_subscriber: true }
    const answer = await answerOf(await register(bff, { body, headers: { [bffHeaders.formVersion]: '0.1.0' } }))
    const { wording } = await settingsOf(bff)
    await outcomesAre(store, ['answered'])
    const [receipt, ...more] = await store.receipts.list({ limit: 9 })
    expect(more).toEqual([])
    expect(receipt).toEqual({
      seq: 1,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: expect.any(Number),
      reference: answer.reference,
      wording_version: wording.en.version,
      locale: 'en',
      opt_ins: ['sms_opt_in', 'sms_opt_in_subscriber'],
      form_version: '0.1.0',
      ...unattributed,
      state: person.state,
      clicked: null,
      site: partnerOrigin,
      phone_hmac: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      outcome: 'answered',
      upstream_status: 200,
      outcome_at: expect.any(Number),
    })
    expect(receipt?.created_at).toBeGreaterThanOrEqual(before)
  })

  it('records which buttons of its answer were clicked, and nothing of the event', async () => {
    const store = memoryStore()
    const two = [aButton(), aButton({ primary: false })]
    service.answerWith(respond(200, JSON.stringify(aResponse({ buttons: two }))))
    const { bff } = aBff(store)
    const { buttons } = await answerOf(await register(bff, { body: person }))
    await outcomesAre(store, ['answered'])
    const clicked = async () => (await store.receipts.list({ limit: 9 })).map((receipt) => receipt.clicked)
    expect(buttons.map(({ primary }) => primary)).toEqual([true, false])
    await reportClick(bff, buttons[1]?.click_token)
    expect(await clicked()).toEqual(['other'])
    await reportClick(bff, buttons[0]?.click_token)
    expect(await clicked()).toEqual(['both'])
  })

  it('has the same HMAC for the same phone and another for another, and says when there is none', async () => {
    const store = memoryStore()
    const { bff } = aBff(store)
    const { phone: _phone, ...without } = person
    for (const body of [person, { ...person, last_name: 'Other' }, { ...person, phone: '+12025550144' }, without]) {
      await register(bff, { body })
    }
    const [one, same, other, none] = (await store.receipts.list({ limit: 9 })).map((receipt) => receipt.phone_hmac)
    expect(same).toBe(one)
    expect(other).not.toBe(one)
    expect(none).toBeNull()
  })

  it('treats different spellings of a number as the same number', () => {
    expect(new Set(['+12025550143', '202-555-0143', '(202) 555 0143', '1 202 555 0143'].map(toDigits)).size).toBe(1)
  })

  it('of a form without a proper version has no form version', async () => {
    const store = memoryStore()
    const { bff } = aBff(store)
    await register(bff, { body: person })
    await register(bff, { body: person, headers: { [bffHeaders.formVersion]: 'mailcanary@voter.example' } })
    expect((await store.receipts.list({ limit: 9 })).map(({ form_version }) => form_version)).toEqual([null, null])
  })

  it.each([
    [500, 'unknown', 500],
    [400, 'contract_error', 400],
    [429, 'busy', 429],
  ])('records the service’s status %i as %s', async (status, outcome, upstream) => {
    service.answerWith(respond(status, '{}'))
    const store = memoryStore()
    await register(aBff(store).bff, { body: person })
    await outcomesAre(store, [outcome])
    expect(await store.receipts.list({ limit: 9 })).toMatchObject([{ outcome, upstream_status: upstream }])
  })

  it('is not written for a request that was rejected or has a wording that is not shown', async () => {
    const store = memoryStore()
    const { bff } = aBff(store)
    await register(bff, { body: { ...person, email: 'no address' } })
    const outdated = await register(bff, { body: person, headers: { [bffHeaders.consentVersion]: 'en-00000000' } })
    expect(await problemOf(outdated)).toMatchObject({ status: 409, code: 'consent_outdated', outcome: 'not_sent' })
    expect(await store.receipts.list({ limit: 9 })).toEqual([])
    expect(service.registrations()).toHaveLength(0)
  })

  it('names the text on the screen, the form’s language, embed and page, and the text is stored', async () => {
    const store = memoryStore()
    const { bff } = aBff(store)
    const words = await bff.fetch(new Request('http://bff.test/messages/ko'))
    const { wording: translation } = (await words.json()) as { wording: { version: string; agree: string } }
    const shown = `language=ko&embed=element&path=%2Fvote%2Fjane%40voter.example&translation=${translation.version}`
    await register(bff, { body: person, headers: { [bffHeaders.consentShown]: shown } })
    const [receipt] = await store.receipts.list({ limit: 9 })
    expect(receipt).toMatchObject({ locale: 'en', form_language: 'ko', embed: 'element', path: '/vote/*' })
    expect(receipt?.campaign).toBeNull()
    const text = blocksToText(parseBlocks((await store.wordings.get(receipt?.wording_version ?? ''))?.text ?? ''))
    expect(text).toContain('Sandbox Vote Service')
    expect(text).toContain(`    ${translation.agree}`)
    expect(text).not.toContain('about its own work')
  })

  it('records the voter’s source in words that identify nobody', async () => {
    const store = memoryStore()
    const { bff } = aBff(store, { attributionParams: ['shift'] })
    const campaign = `utm_source=letter&shift=2&chapter=north&referrer_host=news.example&utm_content=${person.last_name}`
    const answered = await register(bff, { body: person, headers: { [bffHeaders.campaign]: campaign } })
    const [receipt] = await store.receipts.list({ limit: 9 })
    expect(receipt?.campaign).toBe('utm_source=letter&shift=2&referrer_host=news.example')
    // The page's event has the same reference, so that the two can be joined.
    expect(await answered.json()).toMatchObject({ reference: receipt?.reference })
  })

  it('omits the voter’s source when the browser sends Global Privacy Control', async () => {
    const store = memoryStore()
    const { bff } = aBff(store)
    const headers = { [bffHeaders.campaign]: 'utm_source=letter', 'Sec-GPC': '1' }
    expect((await register(bff, { body: person, headers })).status).toBe(200)
    const [receipt] = await store.receipts.list({ limit: 9 })
    expect(receipt?.campaign).toBeNull()
  })

  it('can name every text that can be shown, from the start', async () => {
    const store = memoryStore()
    const { bff } = aBff(store)
    const { wording } = await settingsOf(bff)
    await expect.poll(() => store.wordings.get(wording.es?.version ?? '')).toMatchObject({ language: 'es' })
  })
})

const fails = () => Promise.reject(Object.assign(new Error('no space'), { code: 'SQLITE_FULL' }))

function full(): Store {
  const store = memoryStore()
  return { ...store, clicks: { ...store.clicks, add: fails }, forms: { ...store.forms, startAttempt: fails } }
}

describe('storage that cannot be written to', () => {
  it('lets no registration through: 503, nothing sent', async () => {
    const response = await register(aBff(full()).bff, { body: person })
    expect(response.status).toBe(503)
    expect(await problemOf(response)).toMatchObject({
      code: 'storage_unavailable',
      outcome: 'not_sent',
      retry_after: 10,
    })
    expect(service.heard).toEqual([])
  })

  it('never answers a click with 202', async () => {
    const { buttons } = await answerOf(await register(aBff(memoryStore()).bff, { body: person }))
    const response = await reportClick(aBff(full()).bff, buttons[0]?.click_token)
    expect(response.status).toBe(503)
    expect(await problemOf(response)).toMatchObject({ code: 'storage_unavailable', retry_after: 30 })
    expect(service.events()).toEqual([])
  })
})
