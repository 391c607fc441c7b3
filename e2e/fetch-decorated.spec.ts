/** Scripts of the partner's page, for example for monitoring, add headers and credentials to every request of the page. */
import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { startFaultProxy } from './fault-proxy.ts'
import { FormPage } from './form-page.ts'
import { aVoter } from './people.ts'
import { expect, test } from './test.ts'

const decorations = {
  'adds headers': () => {
    const own = window.fetch
    window.fetch = (input, init) => {
      const headers = new Headers(init?.headers)
      for (const name of ['X-Requested-With', 'traceparent', 'newrelic']) headers.set(name, 'x')
      return own(input, { ...init, headers })
    }
  },
  'makes a Request of it': () => {
    const own = window.fetch
    window.fetch = (input, init) => {
      const request = new Request(input, init)
      request.headers.set('baggage', 'sentry-environment=production')
      request.headers.set('x-datadog-trace-id', '1')
      return own(request)
    }
  },
  'adds credentials': () => {
    const own = window.fetch
    window.fetch = (input, init) => own(input, { ...init, credentials: 'include' })
  },
}

/** Returns the response to each path that the page requests from the BFF. */
function responsesFrom(page: Page, bff: string): Map<string, number> {
  const found = new Map<string, number>()
  page.on('response', (response) => {
    if (response.url().startsWith(bff)) found.set(new URL(response.url()).pathname, response.status())
  })
  return found
}

for (const [how, decorate] of Object.entries(decorations)) {
  test(`a voter gets messages, registers and reports a click if a script ${how} @main`, {
    tag: '@door',
  }, async ({ form, page, stack }) => {
    const responses = responsesFrom(page, stack.bff)
    await page.context().addCookies([{ name: 'session', value: 'x', url: stack.bff }])
    await page.addInitScript(decorate)
    await form.open({ props: { locale: 'es' } })
    await expect(form.root).toHaveAttribute('lang', 'es')
    await form.register(aVoter())
    await form.expectStep('answer')
    await form.ways.first().click()
    await page.waitForURL((url) => url.origin === stack.pages)
    await expect.poll(async () => (await stack.received()).events.length).toBe(1)
    const { registrations, events } = await stack.received()
    expect(registrations).toHaveLength(1)
    // Nothing that the page added reaches the service.
    const added = /cookie|baggage|traceparent|datadog|newrelic|requested-with/i
    for (const { headers } of [...registrations, ...events]) {
      expect(Object.keys(headers).filter((name) => added.test(name))).toEqual([])
    }
    expect(Object.fromEntries(responses)).toMatchObject({ '/settings': 200, '/registrations': 200 })
    expect([...responses.keys()].filter((path) => path.startsWith('/messages/es'))).toHaveLength(1)
  })
}

test('a click whose preflight is in progress when the page is left arrives, once', { tag: '@door' }, async ({
  form,
  page,
  stack,
}) => {
  const network = await startFaultProxy(stack.bff)
  await page.addInitScript(decorations['makes a Request of it'])
  await form.open({ props: { apiBase: network.url } })
  await form.register(aVoter())
  await form.expectStep('answer')
  network.set({ kind: 'delay-request', ms: 1_000 })
  await form.ways.first().click()
  await page.waitForURL((url) => url.origin === stack.pages)
  await expect.poll(async () => (await stack.received()).events.length).toBe(1)
  await network.close()
})

test.describe('with a server that rejects what a script adds', () => {
  let old: Server
  test.beforeAll(async ({ stack }) => {
    old = createServer((request, response) => {
      const { method, headers, url = '/' } = request
      const proxied = ask(stack.bff + url, { method, headers }, (answer) => {
        const fixed = {
          'access-control-allow-headers':
            'Content-Type,Idempotency-Key,Consent-Version,Consent-Shown,Form-Version,Campaign',
        }
        delete answer.headers['access-control-allow-credentials']
        response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...(method === 'OPTIONS' && fixed) })
        answer.pipe(response)
      })
      request.pipe(proxied)
    })
    await new Promise<void>((done) => old.listen(0, '127.0.0.1', done))
  })
  test.afterAll(async () => {
    old.closeAllConnections()
    await new Promise((done) => old.close(done))
  })
  const apiBase = () => `http://127.0.0.1:${(old.address() as AddressInfo).port}`

  test('a form without settings links to the hosted page, where it works', { tag: '@door' }, async ({
    context,
    form,
    page,
    stack,
  }) => {
    await page.addInitScript(decorations['adds headers'])
    await page.goto(form.address({ props: { apiBase: apiBase() } }))
    const opened = context.waitForEvent('page')
    await form.root.getByRole('link', { name: 'Register to vote (opens in a new tab)' }).first().click()
    const hosted = new FormPage(await opened, stack)
    await hosted.agree.first().waitFor()
    await hosted.register(aVoter())
    await hosted.expectStep('answer')
    expect((await stack.received()).registrations).toHaveLength(1)
  })

  for (const how of ['adds headers', 'adds credentials'] as const) {
    test(`diagnose() names a script that ${how}, and not ALLOWED_ORIGINS`, async ({ door, form, page }) => {
      test.skip(door === 'react', 'The component has no diagnose().')
      const problems = async () => {
        const found = await page.evaluate(() => document.querySelector('voter-registration')?.diagnose())
        return found?.checks.filter(({ ok, id }) => !ok && id === 'bff').map(({ text }) => text)
      }
      await form.open({ props: { apiBase: apiBase() }, csp: "frame-src 'none'" })
      expect(await problems()).toEqual([])
      await page.evaluate(decorations[how])
      expect(await problems()).toEqual([expect.stringMatching(/^A script of this page adds headers or credentials/)])
      expect(await page.locator('iframe').count()).toBe(0)
    })
  }
})
