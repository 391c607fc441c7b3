/** The hosted page in steps, without scripts: each step has an address, so that Back asks nobody to post again. */
import { describe, expect, it } from 'vitest'
import { canariesIn, canaryRequest } from '../../contract/testing/canaries.ts'
import { aButton, aResponse } from '../../contract/testing/samples.ts'
import { hostedPage } from '../../form/hosted/hosted-page.tsx'
import { createBff } from '../create-bff.ts'
import { theOptions } from '../testing/bff-requests.ts'
import { respond } from '../testing/fake-service.ts'
import { memoryStore } from '../testing/memory-store.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'

const service = await sharedFakeService(respond(200, JSON.stringify(aResponse({ buttons: [aButton()] }))))
const origin = 'https://register.partner.example'

const [birthYear = '', birthMonth = '', birthDay = ''] = canaryRequest.date_of_birth.split('-')
const person = {
  state: canaryRequest.state,
  zipcode: canaryRequest.zipcode,
  firstName: canaryRequest.first_name,
  lastName: canaryRequest.last_name,
  title: 'Ms',
  birthMonth: String(Number(birthMonth)),
  birthDay,
  birthYear,
  address1: canaryRequest.address1,
  city: canaryRequest.city,
  email: canaryRequest.email,
}

/** A browser without scripts, in steps; with `takesCookies` it does what the page's `noscript` asks for. */
async function aBrowser(takesCookies = true, { isStored = true, query = '', options = {} } = {}) {
  const bff = createBff(
    { ...theOptions(service.url), pageLayout: 'steps', ...options },
    { page: hostedPage(), ...(isStored && { store: memoryStore() }), log: () => undefined },
  )
  let cookie = ''
  const ask = async (address: string, init: RequestInit = {}) => {
    const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: origin, ...(cookie !== '' && { Cookie: cookie }) }
    const answer = await bff.fetch(new Request(`${origin}/${address}`, { headers, ...init }))
    if (takesCookies) cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
    const html = await answer.text()
    const inputs = [...html.matchAll(/<input\b[^>]*>/g)].flatMap(([tag]) => {
      const name = / name="([^"]*)"/.exec(tag)?.[1] ?? ''
      if (tag.includes('type="checkbox"')) return tag.includes(' checked') ? [[name, 'on'] as const] : []
      return [[name, (/ value="([^"]*)"/.exec(tag)?.[1] ?? '').replaceAll('&amp;', '&')] as const]
    })
    const chosen = [...html.matchAll(/<select\b[^>]*name="(\w+)"(?:(?!<\/select).)*?value="([^"]*)" selected/gs)]
    return {
      status: answer.status,
      location: answer.headers.get('location') ?? '',
      cookie: answer.headers.get('set-cookie') ?? '',
      html,
      step: /data-form-step="(\w+)"/.exec(html)?.[1] ?? /data-step="([\w-]+)"/.exec(html)?.[1],
      isWrong: html.includes('vr-summary'),
      fields: Object.fromEntries([...inputs, ...chosen.map(([, name, value]) => [name, value] as const)]),
    }
  }
  const first = await ask(`form${query}`)
  const probe = /<noscript><img src="([^"]*)"/.exec(first.html)?.[1]
  if (probe !== undefined) await ask(probe)
  return {
    first,
    probe,
    open: ask,
    forget: () => (cookie = ''),
    /** Posts a page with what is typed in it, and follows the redirect. */
    async post(page: { fields: Record<string, string> }, typed: Record<string, string> = {}) {
      const body = new URLSearchParams({ ...page.fields, ...typed })
      const posted = await ask('form', { method: 'POST', body })
      return { posted, shown: posted.status === 303 ? await ask(posted.location) : posted }
    },
  }
}

const pick = (...names: (keyof typeof person)[]) => Object.fromEntries(names.map((name) => [name, person[name]]))

describe('a browser that takes the cookie', () => {
  it('is led from address to address, over a mistake, to one registration; nothing personal is in an address', async () => {
    const browser = await aBrowser()
    const wrong = await browser.post(browser.first, pick('state'))
    expect([wrong.posted.status, wrong.shown.step, wrong.shown.isWrong]).toEqual([303, 'state', true])
    const name = await browser.post(wrong.shown, pick('zipcode'))
    expect([name.posted.status, name.shown.step, name.shown.isWrong]).toEqual([303, 'name', false])
    const address = await browser.post(
      name.shown,
      pick('firstName', 'lastName', 'title', 'birthMonth', 'birthDay', 'birthYear'),
    )
    expect(address.shown.step).toBe('address')
    // Back: the page of the step before, with what was typed there; the mistake is mended there, too.
    expect(await browser.open(name.posted.location)).toMatchObject({ step: 'name', fields: pick('firstName') })
    expect(await browser.open(wrong.posted.location)).toMatchObject({ step: 'state', isWrong: false })
    const contact = await browser.post(address.shown, pick('address1', 'city'))
    const review = await browser.post(contact.shown, pick('email'))
    expect(review.shown.step).toBe('review')
    const change = await browser.post(review.shown, { _act: 'change-address' })
    expect([change.posted.status, change.shown.step]).toEqual([303, 'address'])
    const again = await browser.post(change.shown)
    expect(again.shown.step).toBe('review')
    const answer = await browser.post(again.shown, { agree: 'on' })
    expect([answer.posted.status, answer.shown.step]).toEqual([303, 'answer'])
    expect(service.registrations()).toHaveLength(1)
    for (const { posted } of [wrong, name, address, contact, review, change]) {
      expect(posted.location).toMatch(/^form\?locale=en&step=\w+&form=[0-9a-f]{8}(&change=on)?(&wrong=on)?$/)
      expect(posted.cookie).toMatch(/^__Host-vr-answer=[\w.-]+; Path=\/; Max-Age=1800; HttpOnly; SameSite=Lax; Secure$/)
      expect(canariesIn(posted.cookie + posted.location)).toEqual([])
    }
    // Back from the answer: it stays.
    expect((await browser.open(review.posted.location)).step).toBe('answer')
  })

  it('finds neither the consent nor the opt-in ticked at any address: what comes back is what was typed', async () => {
    const browser = await aBrowser()
    const review = await browser.post(browser.first, { ...person, _step: 'contact' })
    const change = await browser.post(review.shown, { agree: 'on', subscriber: 'on', _act: 'change-contact' })
    for (const location of [change.posted.location, review.posted.location]) {
      const { fields } = await browser.open(location)
      expect(fields).toMatchObject({ email: person.email })
      expect([fields['agree'], fields['subscriber']]).toEqual([undefined, undefined])
    }
  })

  it('another language keeps the step, and is an address too', async () => {
    const browser = await aBrowser()
    const name = await browser.post(browser.first, pick('state', 'zipcode'))
    const spanish = await browser.post(name.shown, { _language: 'es', firstName: 'Ada' })
    expect([spanish.posted.status, spanish.shown.step]).toEqual([303, 'name'])
    expect(spanish.posted.location).toContain('locale=es')
    expect(spanish.shown.fields).toMatchObject({ firstName: 'Ada', zipcode: person.zipcode })
  })

  it('that has gone, or holds the form of another tab, shows the empty form', async () => {
    const browser = await aBrowser()
    const name = await browser.post(browser.first, pick('state', 'zipcode'))
    const other = await browser.post(await browser.open('form'), pick('state', 'zipcode'))
    const shown = await browser.open(name.posted.location)
    expect([shown.step, shown.fields['zipcode']]).toEqual(['state', ''])
    browser.forget()
    expect((await browser.open(other.posted.location)).step).toBe('state')
    // The page itself still holds all of it.
    const address = await browser.post(other.shown, pick('firstName'))
    expect([address.posted.status, address.shown.step]).toEqual([422, 'name'])
    expect(address.shown.fields).toMatchObject({ zipcode: person.zipcode })
  })

  it('holds nothing typed after an answer that has no address', async () => {
    const browser = await aBrowser(true, { isStored: false })
    const review = await browser.post(browser.first, { ...person, _step: 'contact' })
    const answer = await browser.post(review.shown, { agree: 'on' })
    expect([answer.posted.status, answer.posted.step]).toEqual([200, 'answer'])
    expect(answer.posted.cookie).toContain('vr-answer=1;')
    expect((await browser.open(review.posted.location)).step).toBe('state')
  })

  it('gets a step as the response to its post where the cookie would be too long', async () => {
    const browser = await aBrowser()
    const long = 'ж'.repeat(250)
    const { posted } = await browser.post(browser.first, { ...person, address1: long, address2: long })
    expect([posted.status, posted.step]).toEqual([200, 'name'])
    expect(posted.fields).toMatchObject({ address1: long })
  })
})

it('a browser that refuses the cookie gets each step as the response to its post, and loses nothing', async () => {
  const browser = await aBrowser(false)
  const name = await browser.post(browser.first, pick('state', 'zipcode'))
  expect([name.posted.status, name.posted.step]).toEqual([200, 'name'])
  const { posted } = await browser.post(name.posted, pick('firstName'))
  expect([posted.status, posted.fields['zipcode']]).toEqual([422, person.zipcode])
})

it('a shared device and a form on one page ask for no cookie', async () => {
  expect((await aBrowser()).probe).toBe('form/cookie.svg')
  const shared = await aBrowser(true, { query: '?kiosk=90' })
  expect(shared.probe).toBeUndefined()
  expect((await shared.post(shared.first, pick('state', 'zipcode'))).posted.status).toBe(200)
  expect((await aBrowser(true, { query: '?layout=page' })).probe).toBeUndefined()
})
