import { expect, it } from 'vitest'
import { hostedPage } from '../../form/hosted/hosted-page.tsx'
import { createBff } from '../create-bff.ts'
import { routeHandlers } from '../route-handlers.ts'
import { partnerOrigin, realOptions, theOptions } from '../testing/bff-requests.ts'

const host = 'http://bff.test'
const chrome = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'
const quiet = { log: () => undefined }
const options = { ...theOptions('http://127.0.0.1:9'), ...realOptions() }

const opened = (change: Parameters<typeof createBff>[0] | object = {}) =>
  createBff({ ...options, ...change }, { ...quiet, page: hostedPage() })
const bff = opened()

const typeOf = (response: Response) => response.headers.get('content-type')?.replace(/;.*/, '') ?? ''

/** Where a redirect ends, as a browser resolves it. */
function placeOf(requested: string, response: Response): string {
  const location = response.headers.get('location')
  return location === null ? String(response.status) : `${response.status} ${new URL(location, requested)}`
}

it('leads mistyped addresses of the form to the form, on this host and with their query', async () => {
  const form = `302 ${host}/form`
  const cases: Record<string, string> = {
    '/': form,
    '//': form,
    '/?utm_source=letter': `${form}?utm_source=letter`,
    '/index.html': form,
    '/form/': form,
    '/form//': form,
    '/form/?locale=es&partner=a%20b': `${form}?locale=es&partner=a%20b`,
    '/Form': form,
    '/FORM/': form,
    '//form': form,
    '///form': form,
    '//form//': form,
    '/%66orm/': form,
    '/form.': form,
    '/form,': form,
    '/form)': form,
    '/form%20': form,
    '/form%22': form,
    '/form%E2%80%8B': form,
    '/%20form': form,
    '/form.html': form,
    '/form/index.html': form,
    '/form/index.php': form,
    '/-form-': form,
    '//evil.example/form': '404',
    '//evil.example': '404',
    '/%2F%2Fevil.example': '404',
    '/\\evil.example/..//form': form,
    '//form?next=//evil.example': `${form}?next=//evil.example`,
    '/form/unknown.js': '404',
    '/forms': '404',
    '/%FF': '404',
    '/registrations/': '404',
  }
  const found = await Promise.all(
    Object.keys(cases).map(async (path) => {
      const seen = await bff.fetch(new Request(host + path))
      return [path, placeOf(host + path, seen)]
    }),
  )
  expect(Object.fromEntries(found)).toEqual(cases)
})

it('does so below a base path, and behind a proxy that has removed a prefix', async () => {
  const below = opened({ basePath: '/api' })
  const cases: readonly (readonly [address: string, seen: string, expected: string])[] = [
    [`${host}/`, '/', `${host}/api/form`],
    [`${host}/api`, '/api', `${host}/api/form`],
    [`${host}/api/`, '/api/', `${host}/api/form`],
    [`${host}/API/Form/`, '/API/Form/', `${host}/api/form`],
    [`${host}/vr/api//form`, '/api//form', `${host}/vr/api/form`],
  ]
  const found = await Promise.all(
    cases.map(async ([address, seen]) => {
      const response = await below.fetch(new Request(host + seen))
      return [address, seen, placeOf(address, response).replace('302 ', '')]
    }),
  )
  expect(found).toEqual(cases)
  const bare = createBff(options, quiet)
  expect((await bare.fetch(new Request(`${host}/`))).status).toBe(404)
})

/** Requests that end in a status of each kind: path, and the rest. */
const asked: readonly (readonly [status: number, path: string, init?: RequestInit, change?: object])[] = [
  [200, '/settings'],
  [200, '/words/es'],
  [200, '/openapi.json'],
  [200, '/healthz'],
  [404, '/nothing'],
  [404, '/states/XX'],
  [404, '/form/nothing.js'],
  [404, '/element/0.0.1/voter-registration.js'],
  [404, '/words/xx'],
  [405, '/registrations'],
  [405, '/settings', { method: 'DELETE' }],
  [405, '/form', { method: 'PUT' }],
  [403, '/registrations', { method: 'POST', body: '{}' }],
  [413, '/form', { method: 'POST', body: 'a='.padEnd(250_000, 'x'), headers: { 'Sec-Fetch-Site': 'same-origin' } }],
  [415, '/form', { method: 'POST', body: '{}', headers: { 'Sec-Fetch-Site': 'same-origin' } }],
  [400, '/presses', { method: 'POST', body: 'x' }],
  [400, '/presses', { method: 'POST', body: '{', headers: { 'Content-Type': 'application/json' } }],
  [
    400,
    '/registrations',
    { method: 'POST', body: '{', headers: { Origin: partnerOrigin, 'Content-Type': 'application/json' } },
  ],
  [421, '/form', {}, { publicHosts: ['other.test'] }],
]

it('answers a request for HTML with HTML on every path and with every status, and programs with JSON', async () => {
  const found = await Promise.all(
    asked.flatMap(([, path, init = {}, change = {}]) =>
      [chrome, 'text/html', '*/*', 'application/json', undefined].map(async (accept) => {
        const own = 'publicHosts' in change ? opened(change) : bff
        const headers = new Headers(init.headers)
        if (accept !== undefined) headers.set('Accept', accept)
        const response = await own.fetch(new Request(host + path, { ...init, headers }))
        const text = await response.text()
        const isHtml = typeOf(response) === 'text/html'
        const wanted = accept?.includes('text/html') === true
        const isLinked = text.includes('href="https://official.example/"')
        const isComplete = isHtml ? isLinked && text.includes('<html lang="en"') : JSON.parse(text) !== undefined
        return isHtml === wanted && isComplete ? [] : [`${init.method ?? 'GET'} ${path} ${accept}: ${typeOf(response)}`]
      }),
    ),
  )
  expect(found.flat()).toEqual([])
  const statuses = await Promise.all(
    asked.map(async ([, path, init = {}, change = {}]) => {
      const own = 'publicHosts' in change ? opened(change) : bff
      const headers = new Headers(init.headers)
      headers.set('Accept', chrome)
      return [(await own.fetch(new Request(host + path, { ...init, headers }))).status, path]
    }),
  )
  expect(statuses).toEqual(asked.map(([status, path]) => [status, path]))
})

it('does so when the page breaks, and when the server stops', async () => {
  const peer = { remoteAddress: '203.0.113.9' }
  const broken = createBff(options, {
    ...quiet,
    page: () => {
      throw new Error('broken')
    },
  })
  const stopped = opened()
  await stopped.close(0)
  const ask = async (which: ReturnType<typeof createBff>, path: string, accept: string) => {
    const response = await which.fetch(new Request(host + path, { headers: { Accept: accept } }), peer)
    return `${response.status} ${typeOf(response)} ${response.headers.get('retry-after') === null ? '' : 'later'}`
  }
  const found = await Promise.all(
    (
      [
        [broken, '/form'],
        [stopped, '/readyz'],
        [stopped, '/healthz'],
      ] as const
    ).flatMap(([which, path]) => [chrome, '*/*'].map((accept) => ask(which, path, accept))),
  )
  expect(found).toEqual([
    '500 text/html ',
    '500 application/problem+json ',
    '503 text/html later',
    '503 application/json later',
    '503 text/html ',
    '503 application/json ',
  ])
})

it('writes that page in the language of the address or of the browser, with a link to the form in the same', async () => {
  const page = async (path: string, languages: string) => {
    const headers = { Accept: chrome, 'Accept-Language': languages }
    return (await bff.fetch(new Request(host + path, { headers }))).text()
  }
  const cases: Record<string, string> = {
    '/nothing?locale=es|en': '<html lang="es" dir="ltr">|No hay nada en esta dirección.|href="./form?locale=es"',
    '/nothing|ar;q=0.9, de': '<html lang="ar" dir="rtl">|لا يوجد شيء في هذا العنوان.|href="./form"',
    '/a/b/c?lang=fr&partner=x%22y|':
      '<html lang="fr" dir="ltr">|Il n’y a rien à cette adresse.|href="../../form?partner=x%22y&amp;lang=fr"',
    '/settings|vi': '<html lang="vi" dir="ltr">|Địa chỉ này dành cho chương trình|<pre lang="en" dir="ltr">{&quot;',
    '/nothing|xx': '<html lang="en" dir="ltr">|There is nothing at this address.|Go to the form',
    '/nothing?locale=%3Cscript%3E|': '<html lang="en" dir="ltr">|href="./form?locale=%3Cscript%3E"|HTTP 404',
  }
  const lacking = await Promise.all(
    Object.entries(cases).map(async ([asking, parts]) => {
      const [path = '', languages = ''] = asking.split('|')
      const text = await page(path, languages)
      return parts.split('|').flatMap((part) => (text.includes(part) ? [] : [`${asking}: no ${part} in ${text}`]))
    }),
  )
  expect(lacking.flat()).toEqual([])
})

it('keeps what a program needs of the answer, and lets no cache serve the page to a form', async () => {
  const html = await bff.fetch(new Request(`${host}/settings`, { headers: { Accept: chrome } }))
  expect(Object.fromEntries(html.headers)).toMatchObject({ 'cache-control': 'no-store', 'content-language': 'en' })
  expect([html.headers.has('etag'), html.headers.get('vary')]).toEqual([false, expect.stringContaining('Accept')])
  const json = await bff.fetch(new Request(`${host}/settings`, { headers: { Accept: '*/*' } }))
  expect([json.headers.has('etag'), json.headers.get('vary')]).toEqual([true, expect.stringContaining('Accept')])
  const refused = await bff.fetch(new Request(`${host}/registrations`, { headers: { Accept: chrome } }))
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
})

it('says so in HTML to a person, and in JSON to a program, when a host of its own is not configured', async () => {
  const { GET } = routeHandlers({ upstreamUrl: 'nonsense', allowedOrigins: [] })
  const found = await Promise.all(
    [chrome, '*/*'].map(async (Accept) => {
      const response = await GET(new Request(`${host}/api/form`, { headers: { Accept } }))
      return `${response.status} ${typeOf(response)}`
    }),
  )
  expect(found).toEqual(['503 text/html', '503 application/problem+json'])
})
