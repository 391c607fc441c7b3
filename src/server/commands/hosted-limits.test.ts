/** The hosted page behind an address that asks for too much: a voter there reads a page, and nothing typed is lost. */
import { describe, expect, it } from 'vitest'
import { bffPaths } from '../../contract/routes.ts'
import { aButton, aResponse, typedPerson } from '../../contract/testing/samples.ts'
import { hostedPage } from '../../form/hosted/hosted-page.tsx'
import { createBff } from '../create-bff.ts'
import { theOptions } from '../testing/bff-requests.ts'
import { respond } from '../testing/fake-service.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'

const service = await sharedFakeService(respond(200, JSON.stringify(aResponse({ buttons: [aButton()] }))))
const origin = 'https://register.partner.example'
const person = { ...typedPerson, phone: '', zipcode: '02108-1234', agree: 'on' }

/** A BFF as everybody behind one address sees it. */
function behindOneAddress() {
  const clock = { now: Date.now() }
  const bff = createBff(
    { ...theOptions(service.url), rateLimits: true, pagePrefill: ['first_name'] },
    { page: hostedPage(), isOnlyProcess: true, log: () => undefined, now: () => clock.now },
  )
  const ask = (path: string, init: RequestInit = {}) =>
    bff.fetch(new Request(origin + path, init), { remoteAddress: '203.0.113.9' })
  const post = (fields: Record<string, string>) =>
    ask('/form', {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin', Origin: origin },
      body: new URLSearchParams(fields),
    })
  return { ask, post, clock }
}

/** Returns the value of an attribute of a tag, as a browser reads it. */
const attribute = (tag: string, name: string) =>
  (new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const hiddenOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'name'),
      attribute(tag, 'value'),
    ]),
  )
const wayOf = (html: string) => attribute(/<button\b[^>]*name="_way"[^>]*>/.exec(html)?.[0] ?? '', 'value')

const many = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make))

describe('the hosted page behind an address', () => {
  it('that opens 110 pages in ten seconds still has the form, its posts, answers and ZIP look-ups', async () => {
    const { ask, post } = behindOneAddress()
    await many(110, () => ask('/form'))
    const opened = await ask('/form?first_name=Jane')
    const form = await opened.text()
    expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    // What the address would fill in is left out: only the page that is made anyway costs nothing.
    expect(form).not.toContain('value="Jane"')
    const sent = await post({ ...hiddenOf(form), ...person })
    expect(sent.status).toBe(303)
    const answer = await ask(`/${sent.headers.get('location')}`)
    expect(answer.status).toBe(200)
    expect(wayOf(await answer.text())).not.toBe('')
    expect((await ask(`${bffPaths.zips}/021`)).status).toBe(200)
    expect(service.registrations()).toHaveLength(1)
  })

  it('that posts 110 forms in ten seconds keeps what a voter typed, says when, and then sends it', async () => {
    const { ask, post, clock } = behindOneAddress()
    const filled = { ...hiddenOf(await (await ask('/form')).text()), ...person }
    const sent = await post(filled)
    const way = wayOf(await (await ask(`/${sent.headers.get('location')}`)).text())
    const voter = { ...hiddenOf(await (await ask('/form')).text()), ...person, lastName: 'Neighbor' }
    await many(110, () => post({ _act: 'edit' }))

    const kept = await post(voter)
    const page = await kept.text()
    expect([kept.status, kept.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8'])
    expect(kept.headers.get('retry-after')).toBe('10')
    expect(page).toContain('You can try again in 10 seconds.')
    expect(hiddenOf(page)).toMatchObject({ lastName: 'Neighbor', firstName: person.firstName, agree: 'on' })
    // The button of an answer works all the same.
    expect((await post({ _way: way })).headers.get('location')).toBe(aButton().url)
    expect(service.registrations()).toHaveLength(1)

    clock.now += 10_000
    expect((await post({ ...hiddenOf(page), _act: 'send' })).status).toBe(303)
    expect(service.registrations()).toHaveLength(2)
  })

  it('tells nobody “not sent” while an earlier attempt is in doubt', async () => {
    const { ask, post } = behindOneAddress()
    const filled = { ...hiddenOf(await (await ask('/form')).text()), ...person }
    service.answerWith(respond(500, ''))
    const { _before: doubt, ...sent } = hiddenOf(await (await post(filled)).text())
    await many(110, () => post({ _act: 'edit' }))
    const page = await (await post({ ...sent, _before: doubt ?? '', _act: 'send' })).text()
    expect(page).toContain('data-step="may-have-been-sent"')
    expect(hiddenOf(page)).toMatchObject({ _before: doubt, lastName: person.lastName })
  })
})
