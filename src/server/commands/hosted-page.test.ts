/** The page with the form in a browser without scripts: a real BFF that serves it, a service on this machine. */
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { canariesIn, canaryRequest } from '../../contract/testing/canaries.ts'
import { aButton, anEvent, aRequest, aResponse, typedPerson } from '../../contract/testing/samples.ts'
import { hostedPage } from '../../form/hosted/app.tsx'
import { es } from '../../form/locales/es.ts'
import type { BffDependencies } from '../bff-dependencies.ts'
import { createBff } from '../create-bff.ts'
import type { LogLine } from '../observability/log.ts'
import { type RegistrationDeps, registrationRoutes } from '../registration/route.ts'
import { type PageRouteOptions, pageRoutes } from '../routes/page.ts'
import { memoryStore } from '../store/memory-store.ts'
import { partnerOrigin, register, theOptions } from '../testing/bff-requests.ts'
import { respond, startFakeService } from '../testing/fake-service.ts'
import { aCheck, aSite, uptimeAnswers } from '../testing/fake-uptime.ts'
import { ownOrigin as origin, plainBrowser, readPage } from '../testing/plain-browser.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'

const service = await sharedFakeService(respond(200, JSON.stringify(aResponse({ buttons: [aButton()] }))))

/** A visitor at their own BFF: every page is the response to the action on the previous one. */
function aVisit(change: { options?: object; dependencies?: BffDependencies; headers?: Record<string, string> } = {}) {
  const lines: LogLine[] = []
  const clock = { now: Date.now() }
  const bff = createBff(
    { ...theOptions(service.url), ...change.options },
    {
      page: hostedPage(),
      store: memoryStore(),
      log: (line) => lines.push(line),
      clock: { now: () => clock.now },
      ...change.dependencies,
    },
  )
  const browser = plainBrowser(bff, change.headers)
  return {
    ...browser,
    lines,
    clock,
    /** The page's bytes with gzip. */
    async packed(query = '') {
      const answer = await bff.fetch(new Request(`${origin}/form${query}`, { headers: { 'Accept-Encoding': 'gzip' } }))
      expect(answer.headers.get('content-encoding')).toBe('gzip')
      return new Uint8Array(await answer.arrayBuffer())
    },
    /** Opens the page and fills it in. */
    async filled(fill: Record<string, string> = {}) {
      return { ...(await browser.open()).hidden, ...person, ...fill }
    },
  }
}

const person = { ...typedPerson, phone: '', zipcode: '02108-1234', agree: 'on' }

/** The key of the attempt that a page leaves in doubt. */
const beforeOf = ({ hidden }: { hidden: Record<string, string> }) => new URLSearchParams(hidden).get('_attempt')

const bodies = () => service.registrations().map(({ body }): unknown => JSON.parse(body))

describe('the hosted page without scripts', () => {
  it('works from the first field through an error to the button and on', async () => {
    const visit = aVisit()
    const form = await visit.open('?partner=acme&utm_source=qr')
    expect(form).toMatchObject({ status: 200, step: 'form', title: 'Register to vote – Sample Partner' })
    const wrong = await visit.post({ ...form.hidden, ...person, firstName: ' ', email: 'ada@' })
    expect(wrong).toMatchObject({ status: 422, step: 'form', title: 'Error: Register to vote – Sample Partner' })
    expect(wrong.text).toContain('There are 2 problems')
    expect(wrong.text.split('Enter your first name')).toHaveLength(3)
    expect([wrong.value('city'), wrong.value('email'), wrong.isTicked('agree')]).toEqual(['Boston', 'ada@', true])
    expect(service.heard).toEqual([])

    const answer = await visit.post({ ...wrong.hidden, ...person })
    expect(answer).toMatchObject({ status: 200, step: 'answer' })
    expect(answer.text).toContain('You’re not registered yet')
    expect(answer.text).toContain('You need a driver')
    expect(answer.html).toMatch(/<div class="vr-sheet"><p>Official address: http[^<]+official</)
    expect(bodies()).toEqual([aRequest()])

    const gone = await visit.post({ ...answer.hidden, _click_token: answer.ways[0] ?? '' })
    expect(gone.status).toBe(303)
    expect(gone.headers.get('location')).toBe('https://register.state.example/')
    expect(gone.headers.get('referrer-policy')).toBe('no-referrer')
    await expect.poll(() => service.events().map(({ body }): unknown => JSON.parse(body))).toEqual([anEvent])
    // Each post is one request in the log, whatever it registers or reports.
    const requests = visit.lines.filter(({ route }) => route !== undefined)
    expect(requests.map(({ route, method, status }) => `${method} ${route} ${status}`)).toEqual([
      'GET /form 200',
      'POST /form 422',
      'POST /form 200',
      'POST /form 303',
    ])
    expect(requests[0]).toMatchObject({ partner: 'other' })
    expect(requests[2]).toMatchObject({ campaign: { utm_source: 'qr' }, outcome: 'answered' })
  })

  it('links to other languages, keeping partner, campaign and layout, except after a post', async () => {
    const visit = aVisit()
    const form = await visit.open('?locale=en&utm_source=qr&layout=steps')
    const link =
      '<a href="form?locale=es&amp;utm_source=qr&amp;layout=steps" class="vr-button vr-button-plain" lang="es">Español</a>'
    expect(form.html).toContain(link)
    const spanish = await visit.open('?locale=es&utm_source=qr&layout=steps')
    expect(spanish.text).toContain('Regístrese para votar')
    expect(new URLSearchParams(spanish.hidden).get('_visitor')).toBe('locale=es&utm_source=qr&layout=steps')
    expect((await visit.post({ ...form.hidden, ...person, email: 'ada@' })).html).not.toContain('lang="es"')
  })

  it('returns to the empty form on a shared device and asks the browser to store nothing', async () => {
    const visit = aVisit({ options: { pagePrefill: ['city'] } })
    const again = 'form?locale=en&amp;partner=acme&amp;kiosk=120'
    const refresh = `<meta http-equiv="refresh" content="120;url=${again}">`
    const form = await visit.open('?partner=acme&kiosk=120&city=Salem')
    expect(form.headers.get('cache-control')).toBe('no-store')
    expect(form.headers.get('clear-site-data')).toBe('"cache"')
    expect((await visit.open()).headers.get('clear-site-data')).toBeNull()
    expect(form.value('city')).toBe('Salem')
    expect(new Set(form.html.match(/autocomplete="[^"]*"/gi))).toEqual(new Set(['autoComplete="off"']))
    expect(form.html).toContain(`<noscript><div class="page-notice"><p><a href="${again}">Clear it now</a>`)

    // What a voter is still typing is not deleted by any timer.
    const wrong = await visit.post({ ...form.hidden, ...person, firstName: ' ' })
    expect(wrong.html).not.toContain('http-equiv="refresh"')
    const answer = await visit.post({ ...wrong.hidden, ...person })
    expect(answer.step).toBe('answer')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.html).toContain(refresh)
    expect(answer.text).toContain('Everything on this form will be cleared in 120 seconds.')
    const next = await visit.open(`?${again.replaceAll('&amp;', '&').replace('form?', '')}`)
    expect([next.value('city'), next.value('firstName')]).toEqual(['', ''])
  })

  it('is rendered once for shared devices, whatever the timeout', async () => {
    const visit = aVisit()
    const [own, one, other] = [await visit.open(), await visit.open('?kiosk=60'), await visit.open('?kiosk')]
    expect(own.html).not.toMatch(/kiosk=|Clear it now/)
    expect([one, other].map(({ html }) => /"kiosk":\{"idleSeconds":(\d+)\}/.exec(html)?.[1])).toEqual(['60', '90'])
    const visitors = [one, other].map(({ hidden }) => new URLSearchParams(hidden).get('_visitor'))
    expect(visitors).toEqual(['locale=en&kiosk=60', 'locale=en&kiosk=90'])
  })

  it('asks about a year of birth that makes the voter a child until it is posted again', async () => {
    const visit = aVisit()
    const asks = 'Is the year of birth right?'
    const young = { birthYear: String(new Date().getFullYear() - 3) }
    const asked = await visit.post(await visit.filled(young))
    expect([asked.status, asked.text.includes(asks), asked.hidden['_year']]).toEqual([422, true, young.birthYear])
    const other = { birthYear: String(new Date().getFullYear() - 4) }
    const again = await visit.post({ ...asked.hidden, ...person, ...other })
    expect([again.status, again.text.includes(asks)]).toEqual([422, true])
    expect(service.registrations()).toHaveLength(0)
    expect((await visit.post({ ...again.hidden, ...person, ...other })).step).toBe('answer')
    expect(service.registrations()).toHaveLength(1)
  })

  it('registers once however often the same form is posted', async () => {
    const visit = aVisit()
    const filled = await visit.filled()
    const [one, same] = await Promise.all([visit.post(filled), visit.post(filled)])
    const later = await visit.post(filled)
    expect([one.step, same.step, later.step]).toEqual(['answer', 'answer', 'answer'])
    expect(bodies()).toHaveLength(1)
  })

  it('treats a form that was changed after going back as another one', async () => {
    const visit = aVisit()
    const filled = await visit.filled()
    await visit.post(filled)
    expect(await visit.post({ ...filled, lastName: 'Sample-Jones' })).toMatchObject({ step: 'answer' })
    expect(bodies()).toHaveLength(2)
  })

  it('asks before sending when nobody can know any more whether this form was sent', async () => {
    const visit = aVisit()
    const filled = await visit.filled()
    await visit.post(filled)
    visit.clock.now += 15 * 60_000 + 1
    const asked = await visit.post(filled)
    expect(asked).toMatchObject({ status: 409, step: 'form' })
    expect(asked.text).toContain('open for more than 15 minutes')
    expect([asked.value('city'), asked.isTicked('agree')]).toEqual(['Boston', true])
    expect(bodies()).toHaveLength(1)
    expect(await visit.post({ ...asked.hidden, ...person })).toMatchObject({ step: 'answer' })
    expect(bodies()).toHaveLength(2)
    expect(await visit.post({ ...filled, _key: 'invented' })).toMatchObject({ status: 409, step: 'form' })
    expect(bodies()).toHaveLength(2)
  })

  it('shows the service’s errors at their fields, in its own words where we have none', async () => {
    const visit = aVisit()
    const errors = { zipcode: ['Zip codes are 5 digits'], non_field_errors: ['Something new.'] }
    service.answerWith(respond(400, JSON.stringify(errors)))
    const refused = await visit.post(await visit.filled())
    expect(refused).toMatchObject({ status: 422, step: 'form' })
    expect(refused.text).toContain('Enter a ZIP code of 5 digits')
    expect(refused.text).toContain('Something new.')
  })

  it('keeps the whole form when nothing could be sent, and sends it under the same key', async () => {
    const visit = aVisit()
    service.answerWith(respond(429, '{}'))
    const busy = await visit.post(await visit.filled())
    expect(busy).toMatchObject({ status: 200, step: 'not-sent' })
    const edited = await visit.post({ ...busy.hidden, _act: 'edit' })
    expect([edited.step, edited.value('lastName'), edited.isTicked('agree')]).toEqual(['form', 'Sample', true])
    service.answerWith(respond(200, JSON.stringify(aResponse())))
    expect(await visit.post({ ...busy.hidden, _act: 'send' })).toMatchObject({ step: 'answer' })
    expect(await visit.post({ ...busy.hidden, _act: 'send' })).toMatchObject({ step: 'answer' })
    expect(bodies()).toHaveLength(2)
  })

  it('says on every screen of practice mode that nobody is registered', async () => {
    const visit = aVisit()
    expect((await visit.open()).text).toContain('practice form')
    for (const [answer, step] of [
      [respond(429, '{}'), 'not-sent'],
      [respond(500, ''), 'outcome-unknown'],
      [respond(200, JSON.stringify(aResponse())), 'answer'],
    ] as const) {
      service.answerWith(answer)
      const page = await visit.post(await visit.filled())
      expect(page.step).toBe(step)
      expect(page.text).toMatch(/nobody is (really )?registered/i)
    }
  })

  it('reports an unknown outcome and sends again only under a new key', async () => {
    const visit = aVisit()
    service.answerWith(respond(500, '<h1>Oops</h1>'))
    const filled = await visit.filled()
    const unknown = await visit.post(filled)
    expect(unknown).toMatchObject({ status: 200, step: 'outcome-unknown' })
    service.answerWith(respond(200, JSON.stringify(aResponse())))
    expect(await visit.post(filled)).toMatchObject({ step: 'outcome-unknown' })
    expect(bodies()).toHaveLength(1)
    expect(unknown.text).toContain('Send it again?')
    const again = { ...unknown.hidden, _act: 'send' }
    expect(await visit.post(again)).toMatchObject({ step: 'answer' })
    expect(await visit.post(again)).toMatchObject({ step: 'answer' })
    expect(bodies()).toHaveLength(2)
  })

  it('says that a phone number or email was used too often, and when it works again', async () => {
    const visit = aVisit({ options: { rateLimits: { email: { count: 1, seconds: 86_400 } } } })
    expect((await visit.post(await visit.filled())).step).toBe('answer')
    const limited = await visit.post(await visit.filled())
    expect(limited).toMatchObject({ status: 429, step: 'not-sent' })
    expect(limited.text).toContain('phone number or email address was used here too many times today')
    expect(limited.text).toContain('within 24 hours')
    expect(limited.text).not.toContain('Many people')
  })

  it('keeps an outcome unknown when the next attempt is rejected before processing', async () => {
    const visit = aVisit({
      options: { rateLimits: { address: { count: 1, seconds: 600 } }, botCheck: 'proof', trustProxyHops: 1 },
      headers: { 'X-Forwarded-For': '203.0.113.5' },
    })
    service.answerWith(respond(500, ''))
    const unknown = await visit.post(await visit.filled())
    expect(unknown.step).toBe('outcome-unknown')
    expect(beforeOf(unknown)).not.toBeNull()
    const limited = await visit.post({ ...unknown.hidden, _act: 'send' })
    expect(visit.lines.map(({ code }) => code)).toContain('rate_limited')
    expect(limited).toMatchObject({ status: 200, step: 'outcome-unknown' })
    expect(beforeOf(limited)).toBe(beforeOf(unknown))
    expect(bodies()).toHaveLength(1)
  })

  it('asks for the first outcome while it is unknown when the wording has changed', async () => {
    const visit = aVisit()
    service.answerWith(respond(500, ''))
    const unknown = await visit.post(await visit.filled())
    const outdated = await visit.post({ ...unknown.hidden, _wording: 'en-00000000', _act: 'send' })
    expect(outdated).toMatchObject({ status: 409, step: 'form' })
    expect(beforeOf(outdated)).toBe(beforeOf(unknown))
    const wrong = await visit.post({ ...outdated.hidden, ...person, city: '' })
    expect(wrong).toMatchObject({ status: 422, step: 'form' })
    expect(beforeOf(wrong)).toBe(beforeOf(unknown))
    service.answerWith(respond(429, '{}'))
    expect((await visit.post({ ...wrong.hidden, ...person })).step).toBe('outcome-unknown')
    expect(bodies()).toHaveLength(2)
  })

  it('sends a form edited after a wording change separately; the first outcome stays unknown', async () => {
    const visit = aVisit()
    service.answerWith(respond(500, ''))
    const unknown = await visit.post(await visit.filled())
    const outdated = await visit.post({ ...unknown.hidden, _wording: 'en-00000000', _act: 'send' })
    service.answerWith(respond(400, '{"city":["Unknown city."]}'))
    const refused = await visit.post({ ...outdated.hidden, ...person, city: 'Salem' })
    expect(refused).toMatchObject({ status: 422, step: 'form' })
    expect(beforeOf(refused)).toBe(beforeOf(unknown))
    service.answerWith(respond(429, '{}'))
    const busy = await visit.post({ ...refused.hidden, ...person, city: 'Lowell' })
    expect(busy.step).toBe('outcome-unknown')
    expect(beforeOf(busy)).toBe(beforeOf(unknown))
    expect(bodies()).toMatchObject([{ city: 'Boston' }, { city: 'Salem' }, { city: 'Lowell' }])
    service.answerWith(respond(200, JSON.stringify(aResponse())))
    expect((await visit.post({ ...refused.hidden, ...person })).step).toBe('answer')
  })

  it('has a key, a name and a campaign for each visitor though the page is rendered once', async () => {
    const visit = aVisit()
    const [one, other] = [await visit.open('?utm_source=a%26b'), await visit.open('?utm_source=letter&partner=acme')]
    expect(one.value('_key')).not.toBe(other.value('_key'))
    expect([one.value('_visitor'), other.value('_visitor')]).toEqual([
      'locale=en',
      'locale=en&utm_source=letter&partner=acme',
    ])
    const ownOf = ({ html }: typeof one): unknown => JSON.parse(/id="own">(.*?)<\/script>/.exec(html)?.[1] ?? '')
    expect([ownOf(one), ownOf(other)]).toMatchObject([
      { instanceId: `vr${one.value('_key')?.slice(0, 8)}`, fields: { _key: one.value('_key') }, options: {} },
      {
        fields: { _visitor: other.value('_visitor') },
        options: { partner: 'acme', tracking: { utm_source: 'letter' } },
      },
    ])
    expect(one.html + other.html).not.toContain('stands-for')
  })

  it.each(['', '?locale=ar&theme=dark&utm_source=a%26b', '?locale=zh-Hans&first_name=Ada'])(
    'decompresses to the same page as the uncompressed response (%s)',
    async (query) => {
      const visit = aVisit({ options: { pagePrefill: ['first_name'] } })
      const [plain, packed] = [await visit.open(query), await visit.packed(query)]
      const anew = (html: string, key = '') => html.replaceAll(key, '').replaceAll(key.slice(0, 8), '')
      const open = gunzipSync(packed).toString()
      const key = /name="_key" value="([^"]*)"|value="([^"]*)" name="_key"|"_key":"([^"]*)"/
        .exec(open)
        ?.slice(1)
        .find(Boolean)
      expect(anew(open, key)).toBe(anew(plain.html, plain.value('_key')))
      expect(packed.length).toBeLessThan(open.length / 2)
    },
  )

  it('uses the language of the address, also after a post', async () => {
    const visit = aVisit()
    const spanish = await visit.open('?locale=es-MX', { 'Accept-Language': 'en' })
    expect(spanish.title).toBe('Regístrese para votar – Sample Partner')
    expect(spanish.html).toContain('<html lang="es"')
    const wrong = await visit.post({ ...spanish.hidden, ...person, firstName: '' }, { 'Accept-Language': 'en' })
    expect(wrong.title).toMatch(/^Problema: Regístrese/)
  })

  it('prefills listed parameters from the address, and consent never', async () => {
    const visit = aVisit({ options: { pagePrefill: ['state', 'zipcode', 'date_of_birth'] } })
    const query =
      '?state=ma&zip=02108-1234&first_name=Eve&sms_opt_in=true&agree=on&year_of_birth=1990&month_of_birth=4&day_of_birth=2'
    const form = await visit.open(query)
    expect([form.value('zipcode'), form.value('firstName'), form.value('birthYear')]).toEqual(['02108', '', '1990'])
    expect(form.html).toContain('<option value="MA" selected="">')
    expect([form.isTicked('agree'), form.isTicked('subscriber')]).toEqual([false, false])
    expect(() => aVisit({ options: { pagePrefill: ['sms_opt_in'] } })).toThrow('PAGE_PREFILL')
  })

  it('prefills nothing without scripts while a state forbids it', async () => {
    const visit = aVisit({ options: { pagePrefill: ['zipcode'], prefillDisabledStates: ['TN'] } })
    const form = await visit.open('?zipcode=02108')
    expect(form.value('zipcode')).toBe('')
    // The script fills it in, and clears it where the voter's state is one of them.
    expect(form.html).toContain('"prefillFromUrl":["zipcode"]')
  })
})

describe('an answer button', () => {
  it('follows no address that this BFF did not encrypt', async () => {
    const visit = aVisit()
    const answer = await visit.post(await visit.filled())
    const sealed = answer.ways[0] ?? ''
    expect(sealed).not.toContain('state.example')
    const forged = [
      `${sealed.slice(0, -4)}AAAA`,
      'https://evil.example/',
      JSON.stringify({ url: 'https://evil.example/' }),
      '',
    ]
    for (const way of forged) {
      const page = await visit.post({ ...answer.hidden, _click_token: way })
      expect([page.status, page.headers.get('location')]).toEqual([400, null])
      expect(page.value('lastName')).toBe('Sample')
    }
    expect(service.events()).toEqual([])
  })

  it('has a description with its destination, a new tab and its time, by language', async () => {
    const url_expiry = new Date(Date.now() + 630_000).toISOString()
    const buttons = [aButton({ url_expiry }), aButton({ url: 'https://mail.example/', primary: false })]
    service.answerWith(respond(200, JSON.stringify(aResponse({ buttons }))))
    const visit = aVisit()
    const inFrame = { 'Sec-Fetch-Dest': 'iframe' }
    const page = await visit.open('?locale=es', inFrame)
    const { descriptions } = await visit.post({ ...(await visit.filled()), ...page.hidden }, inFrame)
    const inEnglish = es.answer?.inEnglish
    const gloss = es.answer?.gloss?.online
    expect(descriptions).toEqual([
      [
        gloss,
        'Abre register.state.example en una pestaña nueva.',
        inEnglish,
        'Este enlace funcionará unos 9 minutos más.',
      ],
      [gloss, 'Abre mail.example en una pestaña nueva.', inEnglish],
    ])
  })

  it('is not followed after it expires, and a fresh link has to be confirmed', async () => {
    const url_expiry = new Date(Date.now() + 600_000).toISOString()
    service.answerWith(respond(200, JSON.stringify(aResponse({ buttons: [aButton({ url_expiry })] }))))
    const visit = aVisit()
    const answer = await visit.post(await visit.filled())
    visit.clock.now += 600_000
    const expired = await visit.post({ ...answer.hidden, _click_token: answer.ways[0] ?? '' })
    expect([expired.status, expired.headers.get('location')]).toEqual([200, null])
    expect(expired.text).toContain('The link “Register online” has expired.')
    expect(service.events()).toEqual([])
    expect(await visit.post({ ...expired.hidden, _act: 'send' })).toMatchObject({ step: 'answer' })
    expect(bodies()).toHaveLength(2)
  })

  it('redirects the voter even if the report fails', async () => {
    const visit = aVisit({ dependencies: { outbox: () => brokenOutbox } })
    const answer = await visit.post(await visit.filled())
    expect((await visit.post({ ...answer.hidden, _click_token: answer.ways[0] ?? '' })).status).toBe(303)
  })
})

const brokenOutbox = {
  accept: () => Promise.resolve({ type: 'unavailable' as const, retryAfter: 30 }),
  depth: () => Promise.resolve({ waiting: 0, failed: 0, unknown: 0, oldestAt: undefined }),
  drain: () => Promise.resolve(),
}

describe('a post to the hosted page', () => {
  const none: Record<string, string> = { 'Sec-Fetch-Site': '', Origin: '' }
  it.each([
    ['a page of another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }, 403],
    ['another page of the same site', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://www.partner.example' }, 403],
    ['a sandboxed frame', { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' }, 403],
    ['an old browser at another page', { ...none, Origin: 'https://evil.example' }, 403],
    ['an old browser in a sandboxed frame', { ...none, Origin: 'null' }, 403],
    ['a program that says nothing', none, 403],
    ['the page itself', {}, 200],
    ['the page itself behind a proxy that renames it', { Origin: 'https://public.example' }, 200],
    ['the page itself in an old browser', { ...none, Origin: origin }, 200],
    ['the page itself, which hides its origin', { Origin: 'null' }, 200],
    ['a page that the browser restores', { 'Sec-Fetch-Site': 'none', Origin: 'null' }, 200],
    ['a page of the partner', { 'Sec-Fetch-Site': 'cross-site', Origin: partnerOrigin }, 200],
  ])('from %s gets the right status', async (_, headers, status) => {
    const visit = aVisit()
    const filled = await visit.filled()
    const answer = await visit.post(filled, headers)
    expect(answer.status).toBe(status)
    expect(bodies()).toHaveLength(status === 200 ? 1 : 0)
    if (status === 403) expect(answer.text).toContain('Open the form in a new tab')
  })

  it('passes the same guards as a registration by script: partner, origin, size', () => {
    const getGuards = (app: ReturnType<typeof pageRoutes>, path: string) =>
      app.routes.filter((route) => route.path === path && route.method !== 'GET').map(({ handler }) => handler.name)
    expect(getGuards(registrationRoutes({} as RegistrationDeps), '/registrations')).toEqual([
      'requirePartner',
      'onlyAllowedPages',
      'limitBodySize',
      'handleRegistration',
    ])
    // An unknown partner, and another site, get a page in place of a problem.
    const options = { page: hostedPage(), partners: {} } as unknown as PageRouteOptions
    expect(getGuards(pageRoutes(options), '/form')).toEqual([
      'allowSameOriginOnly',
      'providePartner',
      'limitBodySize',
      'readAllowedForm',
      'postForm',
    ])
  })

  const behind = { 'X-Forwarded-For': '203.0.113.9' }

  it('waits 30 s once where a script would compute, filled in, with a ticket for this form alone', async () => {
    const options = { rateLimits: { address: { count: 1, seconds: 600 } }, botCheck: 'proof', trustProxyHops: 1 }
    const visit = aVisit({ options, headers: behind })
    const waitOf = ({ text }: { text: string }) => Number(/(\d+) seconds?/.exec(text)?.[1])
    expect((await visit.post(await visit.filled({ lastName: 'One' }))).status).toBe(200)
    const second = await visit.post(await visit.filled({ lastName: 'Two' }))
    expect(second).toMatchObject({ status: 429, step: 'not-sent', hidden: { lastName: 'Two' } })
    expect(second.text).toContain('Many people are trying to register right now.')
    expect(waitOf(second)).toBe(30)
    visit.clock.now += 29_000
    const early = await visit.post({ ...second.hidden, _act: 'send' })
    expect([early.status, waitOf(early)]).toEqual([429, 1])
    visit.clock.now += 1_000
    expect(waitOf(await visit.post({ ...early.hidden, lastName: 'Three', _act: 'send' }))).toBe(30)
    expect(await visit.post({ ...early.hidden, _act: 'send' })).toMatchObject({ status: 200, step: 'answer' })
    expect(bodies()).toMatchObject([{ last_name: 'One' }, { last_name: 'Two' }])
    expect(await visit.post({ ...early.hidden, _act: 'send' })).toMatchObject({ status: 200, step: 'answer' })
    expect(bodies()).toHaveLength(2)
  })

  it('by a program that claims to be the page puts no text into receipts', async () => {
    const store = memoryStore()
    const options = {
      publicHosts: ['bff.test', 'register.partner.example'],
    }
    const bff = createBff(
      { ...theOptions(service.url), ...options },
      { page: hostedPage(), store, log: () => undefined },
    )
    const origins = ['https://CANARY-1.example', 'CANARY 2', 'null', 'https://register.partner.example.evil.example']
    for (const from of [...origins, origin, partnerOrigin]) {
      const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: from }
      expect(
        (
          await register(bff, {
            headers,
            body: { ...aRequest(), email: `${crypto.randomUUID()}@example.org`, phone: undefined },
          })
        ).status,
      ).toBe(200)
    }
    const sites = (await store.receipts.list({ limit: 9 })).map(({ site }) => site)
    expect(sites).toEqual(['own page', 'own page', 'own page', 'own page', origin, partnerOrigin])
  })

  it('that is not a form gets an error', async () => {
    const bff = createBff(theOptions(service.url), { page: hostedPage(), log: () => undefined })
    const post = async (body: BodyInit, type: string) => {
      const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': type }
      return (await bff.fetch(new Request(`${origin}/form`, { method: 'POST', headers, body }))).status
    }
    expect(await post('{}', 'application/json')).toBe(415)
    expect(await post(`a=${'x'.repeat(200_000)}`, 'application/x-www-form-urlencoded')).toBe(413)
    expect(await post(Uint8Array.of(97, 61, 0xff), 'application/x-www-form-urlencoded')).toBe(400)
  })
})

describe('every page', () => {
  it('has a policy without anything unsafe, and only the partner’s pages may frame it', async () => {
    const visit = aVisit()
    const form = await visit.open()
    const answer = await visit.post({ ...form.hidden, ...person })
    for (const { headers } of [form, answer]) {
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).not.toContain('unsafe')
      expect(policy).toContain(`frame-ancestors ${partnerOrigin};`)
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    // Only if a button leads to another site: Chromium checks every redirect after it against this list.
    expect(form.headers.get('content-security-policy')).toContain("form-action 'self';")
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self' https: http:;")
  })

  it('shows input as text, whatever it contains', async () => {
    const visit = aVisit()
    const nasty = `"><script>alert(1)</script></script><!--`
    const { html } = await visit.post(await visit.filled({ city: nasty, zipcode: '', _visitor: `partner=${nasty}` }))
    expect(html).not.toContain('<script>alert')
    // The page's own two scripts.
    expect(html.match(/<\/script>/g)).toHaveLength(2)
    expect(
      (await visit.open(`?locale=${nasty}&theme=${nasty}&partner=${nasty}&utm_source=${nasty}`)).html,
    ).not.toContain('alert')
  })

  it('has no personal data in its headers, and none in the log', async () => {
    const visit = aVisit()
    const { first_name: firstName, email, address1 } = canaryRequest
    const canaries = { firstName, email, address1 }
    const pages = [await visit.post(await visit.filled({ ...canaries, zipcode: '' }))]
    pages.push(await visit.post({ ...pages[0]?.hidden, ...person, ...canaries }))
    pages.push(await visit.post({ ...pages[1]?.hidden, _click_token: pages[1]?.ways[0] ?? '' }))
    expect(pages.map(({ status }) => status)).toEqual([422, 200, 303])
    const seen = JSON.stringify([visit.lines, pages.map(({ headers }) => [...headers])])
    expect(canariesIn(seen)).toEqual([])
  })

  it('has relative addresses only, so it works below any path', async () => {
    const options = { ...theOptions(service.url), basePath: '/api/register' }
    const bff = createBff(options, { page: hostedPage(), log: () => undefined })
    const form = await readPage(await bff.fetch(new Request(`${origin}/api/register/form`)))
    const addresses = [...form.html.matchAll(/\b(?:action|href|src)="([^"]*)"/g)].map(([, address = '']) => address)
    expect(addresses.filter((address) => !/^(https:|http:\/\/127|form\b|data:,|#)/.test(address))).toEqual([])
    const body = new URLSearchParams({ ...form.hidden, ...person })
    const headers = { 'Sec-Fetch-Site': 'same-origin' }
    const request = new Request(`${origin}/api/register/form`, { method: 'POST', headers, body })
    expect(await readPage(await bff.fetch(request))).toMatchObject({ status: 200, step: 'answer' })
  })

  it('is missing when it is switched off or not passed', async () => {
    for (const [options, dependencies] of [
      [{ page: false }, { page: hostedPage() }],
      [{}, {}],
    ] as const) {
      const bff = createBff({ ...theOptions(service.url), ...options }, { ...dependencies, log: () => undefined })
      const statuses = ['/form', '/form/page.js'].map(
        async (path) => (await bff.fetch(new Request(origin + path))).status,
      )
      expect(await Promise.all(statuses)).toEqual([404, 404])
      const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: origin, 'Content-Type': 'application/json' }
      const request = new Request(`${origin}/registrations`, { method: 'POST', headers, body: '{}' })
      expect((await bff.fetch(request)).status).toBe(403)
    }
  })
})

it('the hosted answer warns about a state’s site that is down, in UTC, and gives the other method equal weight', async () => {
  const uptime = await startFakeService()
  const byMail = { message_text: 'Register by mail', primary: false, url: 'https://service.example/resume/' }
  const { event_tracking: _, ...online } = aButton()
  service.answerWith(respond(200, JSON.stringify(aResponse({ buttons: [online, byMail] }))))
  const site = aSite({ state_up: false, state_changed_at: '2026-03-02T07:31:46Z' })
  const checks = [aCheck({ state_up: false, created_at: new Date().toISOString() })]
  uptime.answerWith(uptimeAnswers({ sites: [site], checks }))
  const visit = aVisit({ options: { uptimeUrl: uptime.url } })
  const filled = await visit.filled()
  // The same form again is the same registration, with the site's status at that time.
  await expect.poll(async () => (await visit.post(filled)).text).toContain('is not working right now.')
  const { text, html, descriptions } = await visit.post(filled)
  expect(descriptions).toEqual([
    [expect.stringContaining('is not working right now.'), expect.stringContaining('Opens ')],
    [expect.stringContaining('Opens ')],
  ])
  expect(text).toMatch(/It has been down since Mar 2, 2026, 7:31.AM UTC\./)
  expect(text).toContain('You can still register by mail.')
  expect(html.match(/class="vr-button vr-button-primary"/g)).toHaveLength(2)
  expect(service.registrations()).toHaveLength(1)
  await uptime.close()
})

describe('the hosted page in steps, without scripts', () => {
  it('is one page with a submit button and registers once however often it is posted', async () => {
    const visit = aVisit()
    const form = await visit.open('?layout=steps')
    expect(form.html).toMatch(/<noscript><style>[^<]*\.vr-group\[hidden\]\{display:block!important\}/)
    // The first button of the form is the one that Enter presses.
    expect(/<form.*?<button[^>]*>/s.exec(form.html)?.[0]).toMatch(/<noscript><button[^>]* value="send" name="_act"/)
    const filled = { ...form.hidden, ...person, _act: 'send' }
    const wrong = await visit.post({ ...filled, city: '' })
    expect(wrong).toMatchObject({ status: 422, title: 'Error: Register to vote – Sample Partner' })
    expect(wrong.hidden).not.toHaveProperty('_step')
    for (const _ of ['press', 'reload', 'Back'])
      expect(await visit.post(filled)).toMatchObject({ status: 200, step: 'answer' })
    expect(bodies()).toHaveLength(1)
  })

  it('continues on one page, not validated, when a step is posted before its script', async () => {
    const visit = aVisit({ options: { pageLayout: 'steps' } })
    const form = await visit.open()
    const shown = await visit.post({ ...form.hidden, state: 'MA', zipcode: '02108' })
    expect(shown).toMatchObject({ status: 200, title: 'Register to vote – Sample Partner' })
    expect(shown.value('zipcode')).toBe('02108')
    expect(shown.html).not.toContain('vr-summary')
    expect(shown.hidden['_key']).toBe(form.hidden['_key'])
    expect(shown.hidden).not.toHaveProperty('_step')
  })
})

it('the hosted answer can be corrected: the form comes back filled in, and is sent under another key', async () => {
  const visit = aVisit()
  const answer = await visit.post(await visit.filled())
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(answer.text).toContain('Correct something and send again')
  const form = await visit.post({ ...answer.hidden, _act: 'edit' })
  expect(form.value('city')).toBe('Boston')
  const second = await visit.post({ ...form.hidden, ...person, city: 'Quincy' })
  expect(second.step).toBe('answer')
  expect(bodies()).toEqual([expect.objectContaining({ city: 'Boston' }), expect.objectContaining({ city: 'Quincy' })])
})
