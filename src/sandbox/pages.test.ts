import { describe, expect, it } from 'vitest'
import { type RegistrationRequest, RegistrationResponse } from '../contract/registration.ts'
import { stateCodes, states } from '../contract/states.ts'
import { canariesIn, canaryRequest } from '../contract/testing/canaries.ts'
import { aRequest } from '../contract/testing/samples.ts'
import { createSandbox } from './create-sandbox.ts'
import { aRegistrationCall } from './testing/service-call.ts'

const base = 'http://127.0.0.1:8788'
const start = Date.parse('2026-03-02T15:04:05.123Z')

async function aMailLink(request: RegistrationRequest = aRequest()) {
  const time = { now: start }
  const sandbox = createSandbox({ clock: { now: () => time.now } })
  const response = await sandbox.fetch(aRegistrationCall(request))
  const { buttons } = RegistrationResponse.parse(await response.json())
  const open = (url = buttons[1]?.url ?? '') => sandbox.fetch(new Request(url))
  return { time, open, url: buttons[1]?.url ?? '' }
}

describe('the mail link (R-A66 to R-A68, B.2.18)', () => {
  it('opens a page for an hour and half a minute, and then says that it has expired', async () => {
    const { time, open } = await aMailLink()
    expect((await open()).status).toBe(200)
    time.now = start + 3_600_000 + 30_000
    expect((await open()).status).toBe(200)
    time.now += 1
    const late = await open()
    expect(late.status).toBe(410)
    expect(await late.text()).toContain('This link has expired')
  })

  it('contains nothing of the voter', async () => {
    const { url, open } = await aMailLink(canaryRequest)
    const page = await (await open()).text()
    for (const text of [url, page]) expect(canariesIn(text)).toEqual([])
  })

  it('works only unchanged', async () => {
    const { url, open } = await aMailLink()
    const other = await aMailLink()
    const tampered = url.replace(/\.(\d)(\d+)\./, '.9$2.')
    expect(tampered).not.toBe(url)
    for (const wrong of [tampered, url.slice(0, -1), `${url}0`, `${base}/register-to-vote/resume/`, other.url]) {
      const response = await open(wrong)
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('This link does not work')
    }
  })
})

const ask = (path: string, init?: RequestInit) => createSandbox().fetch(new Request(`${base}${path}`, init))

describe('the sandbox’s pages', () => {
  it('replace each state site, say so, and are excluded from search engines', async () => {
    for (const state of stateCodes) {
      const response = await ask(`/state-site/${state}?vrdid=1`)
      expect(response.status).toBe(200)
      expect(response.headers.get('x-robots-tag')).toContain('noindex')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      const html = await response.text()
      expect(html).toContain(`This is not ${states[state]}’s site.`)
      expect(html).toContain('<html lang="en">')
      expect(html.match(/<h1>/g)).toHaveLength(1)
    }
  })

  it.each(['/', '/_sandbox/terms', '/_sandbox/privacy', '/_sandbox/official', '/_sandbox/page.css'])(
    'include %s',
    async (path) => {
      expect((await ask(path)).status).toBe(200)
    },
  )

  it('show on the front page the key, which is not secret, and every scenario', async () => {
    const html = await (await ask('/')).text()
    expect(html).toContain('00000000-0000-4000-8000-000000000001')
    expect(html).toContain('sandbox-secret')
    expect(html).toContain('odd-event-big')
  })

  it.each(['/nope', '/state-site/XX', '/state-site/toString', '/v1/', '/v1/registration/', '/_sandbox/'])(
    'do not include %s, an HTML 404',
    async (path) => {
      const response = await ask(path)
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    },
  )

  it.each(['/v1/registration/external/request', '/v1/event/track'])(
    'redirect %s, which lacks its slash, with 301 (X31)',
    async (path) => {
      const response = await ask(`${path}?a=1`, { method: 'POST', body: '{}' })
      expect([response.status, response.headers.get('location')]).toEqual([301, `${path}/?a=1`])
    },
  )
})
