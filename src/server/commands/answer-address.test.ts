/** The address of an answer without scripts: who has it, and who has the cookie of the browser that sent the form. */
import { describe, expect, it } from 'vitest'
import { bffPaths } from '../../contract/routes.ts'
import { canariesIn } from '../../contract/testing/canaries.ts'
import { aButton, aResponse, typedPerson } from '../../contract/testing/samples.ts'
import { hostedPage } from '../../form/hosted/hosted-page.tsx'
import { createBff } from '../create-bff.ts'
import { partnerOrigin, theOptions } from '../testing/bff-requests.ts'
import { respond } from '../testing/fake-service.ts'
import { memoryStore } from '../testing/memory-store.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'

const service = await sharedFakeService(respond(200, JSON.stringify(aResponse({ buttons: [aButton()] }))))
const person = {
  ...typedPerson,
  firstName: 'Adelheid',
  lastName: 'Quimby',
  phone: '617-555-1234',
  zipcode: '02108-1234',
  agree: 'on',
}
/** What nobody but the voter may read. */
const typed = Object.values(person).filter((value) => value.length > 4)

function aServer({ at = 'https://register.partner.example', options = {} }: { at?: string; options?: object } = {}) {
  const clock = { now: Date.now() }
  const bff = createBff(
    { ...theOptions(service.url), ...options },
    { page: hostedPage(), store: memoryStore(), log: () => undefined, now: () => clock.now },
  )
  const open = async (address: string, headers: Record<string, string> = {}) => {
    const answer = await bff.fetch(new Request(`${at}/${address}`, { headers }))
    return { status: answer.status, headers: answer.headers, html: await answer.text() }
  }
  const post = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const all = { Origin: at, 'Sec-Fetch-Site': 'same-origin', ...headers }
    const body = new URLSearchParams(fields)
    const answer = await bff.fetch(new Request(`${at}/form`, { method: 'POST', headers: all, body }))
    return { status: answer.status, headers: answer.headers, html: await answer.text() }
  }
  return {
    clock,
    bff,
    open,
    post,
    /** Fills in the form and sends it. */
    async sent(headers: Record<string, string> = {}) {
      const form = await open('form', headers)
      const answer = await post({ ...hiddenIn(form.html), ...person }, headers)
      const cookie = answer.headers.get('set-cookie')
      return { ...answer, address: answer.headers.get('location') ?? '', cookie, Cookie: cookie?.split(';')[0] ?? '' }
    },
  }
}

const attribute = (tag: string, name: string) =>
  (new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '').replaceAll('&amp;', '&')
const hiddenIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'name'),
      attribute(tag, 'value'),
    ]),
  )
const wayIn = (html: string) => attribute(/<button\b[^>]*name="_way"[^>]*>/.exec(html)?.[0] ?? '', 'value')
const seenIn = (html: string) => typed.filter((value) => html.includes(value))
const correct = 'Correct something and send again'

describe('the address of an answer', () => {
  it('alone opens the message and the buttons, and nothing that was typed', async () => {
    const server = aServer()
    const { status, address, cookie } = await server.sent()
    expect(status).toBe(303)
    expect(cookie).toMatch(/^__Host-vr-answer=[\w.-]+; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax; Secure$/)
    expect(address).toMatch(/^form\?locale=en&answer=[\w.-]+$/)
    const alone = await server.open(address)
    expect(alone.status).toBe(200)
    expect(alone.html).toContain('You need a driver')
    expect([seenIn(alone.html), canariesIn(alone.html), alone.html.includes(correct)]).toEqual([[], [], false])
    const way = await server.post({ ...hiddenIn(alone.html), _way: wayIn(alone.html) })
    expect([way.status, way.headers.get('location')]).toEqual([303, 'https://register.state.example/'])
  })

  it('opens also what was typed in the browser that sent the form, to be corrected, for 15 minutes', async () => {
    const server = aServer()
    const { address, Cookie } = await server.sent()
    const own = await server.open(address, { Cookie })
    expect(own.html).toContain(correct)
    const form = await server.post({ ...hiddenIn(own.html), _act: 'edit' }, { Cookie })
    expect(seenIn(form.html)).toEqual(expect.arrayContaining([person.firstName, person.email, person.address1]))
    server.clock.now += 15 * 60_000
    const late = await server.open(address, { Cookie })
    expect([late.status, seenIn(late.html)]).toEqual([404, []])
  })

  it('opens what was typed to the browser, and to no script of an allowed page that asks with the cookie', async () => {
    const server = aServer()
    const { address, Cookie } = await server.sent()
    const headers = { Cookie, Origin: partnerOrigin, 'Sec-Fetch-Site': 'same-site' }
    const answerPage = await server.open(address, headers)
    const form = await server.post({ ...hiddenIn(answerPage.html), _act: 'edit' }, headers)
    expect(form.html).toContain(person.email)
    // Browsers hide a response without this header from a script that has sent the cookie.
    for (const answer of [answerPage, form]) expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
  })

  it('and any other cookie open no more than the address alone, and the address is no token', async () => {
    const server = aServer()
    const [one, two] = [await server.sent(), await server.sent()]
    const named = new URLSearchParams(one.address.replace(/^form\?/, '')).get('answer') ?? ''
    const others = [two.Cookie, `__Host-vr-answer=${named}`, one.Cookie.replace('__Host-', ''), `${one.Cookie}x`]
    for (const Cookie of others) expect(seenIn((await server.open(one.address, { Cookie })).html), Cookie).toEqual([])
    const ask = new Request(`https://register.partner.example${bffPaths.answers}`, {
      method: 'POST',
      headers: { Origin: partnerOrigin, 'Content-Type': 'text/plain' },
      body: JSON.stringify({ again: named }),
    })
    expect((await server.bff.fetch(ask)).status).toBe(404)
    expect((await server.open(`form?answer=${wayIn((await server.open(one.address)).html)}`)).status).toBe(404)
  })

  it('alone offers no fresh link for an expired button, which would need what was typed', async () => {
    const url_expiry = new Date(Date.now() + 600_000).toISOString()
    service.answerWith(respond(200, JSON.stringify(aResponse({ buttons: [aButton({ url_expiry })] }))))
    const server = aServer()
    const { address } = await server.sent()
    const before = await server.open(address)
    server.clock.now += 600_000
    const pressed = await server.post({ ...hiddenIn(before.html), _way: wayIn(before.html) })
    for (const { html } of [await server.open(address), pressed]) {
      expect(html).toContain('The link “Register online” has expired.')
      expect([html.includes('Get a fresh link'), html.includes('value="send"')]).toEqual([false, false])
      expect(html).toContain('href="form?locale=en"')
    }
  })
})

describe('where browsers refuse the cookie', () => {
  it.each([
    ['in a frame', { at: 'https://register.partner.example' }, { 'Sec-Fetch-Dest': 'iframe' }],
    ['without TLS', { at: 'http://register.partner.example' }, {}],
    [
      'behind a proxy without TLS',
      { at: 'http://a.example', options: { trustProxyHops: 1 } },
      { 'X-Forwarded-Proto': 'http' },
    ],
  ])(
    '%s: the answer has no address, and is corrected as it was posted',
    async (_, where, headers: Record<string, string>) => {
      const server = aServer(where)
      const answer = await server.sent(headers)
      expect([answer.status, answer.address, answer.cookie]).toEqual([200, '', null])
      expect(answer.html).toContain(correct)
      const form = await server.post({ ...hiddenIn(answer.html), _act: 'edit' }, headers)
      expect(seenIn(form.html)).toEqual(expect.arrayContaining([person.firstName, person.email]))
    },
  )

  it('behind a TLS proxy of ours it is set, and on this machine without what needs TLS', async () => {
    const over = { 'X-Forwarded-Proto': 'https' }
    const behind = await aServer({ at: 'http://register.partner.example', options: { trustProxyHops: 1 } }).sent(over)
    expect(behind.cookie).toMatch(/^__Host-vr-answer=.*; Secure$/)
    for (const at of ['http://127.0.0.1:8787', 'http://localhost:8787', 'http://[::1]:8787']) {
      const server = aServer({ at })
      const { address, cookie, Cookie } = await server.sent()
      expect(cookie, at).toMatch(/^vr-answer=[\w.-]+; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/)
      expect((await server.open(address, { Cookie })).html).toContain(correct)
      expect(seenIn((await server.open(address)).html)).toEqual([])
    }
  })
})

it('no other page and no other request sets a cookie', async () => {
  const server = aServer()
  const { address, Cookie } = await server.sent()
  const others = [
    await server.open('form'),
    await server.open(address, { Cookie }),
    await server.open('settings'),
    await server.post({ ...hiddenIn((await server.open('form')).html), ...person, email: 'x' }),
    await server.post({ ...hiddenIn((await server.open('form?kiosk=60')).html), ...person }),
  ]
  expect(others.map(({ headers }) => headers.get('set-cookie'))).toEqual(others.map(() => null))
})
