/** Server rendering, hydration, several forms, StrictMode and a partner's page that re-renders constantly; with React's
 *  development build, which logs warnings. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Route } from '@playwright/test'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type * as door from 'voter-registration'
import { bffPaths } from 'voter-registration/contract'
import { es } from 'voter-registration/locales/es'
import { root } from './child.ts'
import { test } from './development-test.ts'
import { aVoter } from './people.ts'
import { expect } from './test.ts'
import type { Watched } from './watcher.ts'

/** Returns the form's HTML from a partner's server, inside the page's container. */
async function renderedByServer(props: door.VoterRegistrationProps): Promise<string> {
  const { VoterRegistration } = (await import(
    pathToFileURL(path.join(root, 'node_modules/voter-registration/dist/form/react.js')).href
  )) as typeof door
  const PartnerPage = () => createElement(VoterRegistration, props)
  return renderToString(createElement(PartnerPage))
}

/** Returns the requests to the BFF so far. */
const asked = (watched: Watched, where: string) =>
  watched.requests.filter(({ url, method }) => method !== 'OPTIONS' && new URL(url).pathname === where)

for (const locale of ['en', 'es'] as const) {
  test(`server-rendered HTML is hydrated without a warning: ${locale}${locale === 'en' ? ' @main' : ''}`, async ({
    development,
    form,
    stack,
    watched,
  }) => {
    development.put(await renderedByServer({ apiBase: stack.bff, locale, locales: [es] }))
    await form.open({ props: { locale }, texts: true })
    await form.register(aVoter())
    await form.expectStep('answer')
    expect(watched.errors).toEqual([])
  })
}

test('input from before the scripts is kept', async ({ development, form, page, stack, watched }) => {
  development.put(await renderedByServer({ apiBase: stack.bff, locale: 'en' }))
  const held: Route[] = []
  await page.route(/\/form\.tsx/, (route) => void held.push(route))
  await page.goto(form.address({ props: { locale: 'en' } }), { waitUntil: 'commit' })
  await form.field('first_name').fill('Early')
  await expect.poll(() => held.length).toBe(1)
  await held[0]?.continue()
  await form.agree.waitFor()
  await expect(form.field('first_name')).toHaveValue('Early')
  await form.register(aVoter({ first_name: 'Early' }))
  await form.expectStep('answer')
  expect(watched.errors).toEqual([])
})

test('a whole registration in StrictMode causes no warning, and is sent once @main', async ({
  form,
  page,
  stack,
  watched,
}) => {
  await form.open({ strict: true })
  await form.send.click()
  await form.summary.waitFor()
  await form.register(aVoter())
  await form.expectStep('answer')
  await form.ways.first().click()
  await page.waitForURL((url) => url.origin === stack.pages)
  await expect.poll(async () => (await stack.received()).events.length).toBe(1)
  expect((await stack.received()).registrations).toHaveLength(1)
  expect(watched.errors).toEqual([])
})

for (const way of ['server', 'browser'] as const) {
  test(`with isolation="shadow" the form is where the page’s rules do not reach it, first rendered by the ${way}`, async ({
    development,
    form,
    page,
    stack,
    watched,
  }) => {
    const props = { isolation: 'shadow', id: 'place', locale: 'en', prefill: { city: 'Boston' } } as const
    if (way === 'server') {
      const rendered = await renderedByServer({ apiBase: stack.bff, ...props })
      // A shadow root cannot be hydrated, so the server renders nothing, or the page's own fallback.
      expect(rendered).toMatch(/^<div id="place" data-instance="\w+"><\/div>$/)
      development.put(rendered)
    }
    await page.addInitScript(() => {
      const torture = new CSSStyleSheet()
      torture.replaceSync('* { font: italic 40px fantasy !important; color: lime !important } form { display: none }')
      document.adoptedStyleSheets.push(torture)
    })
    await page.goto(form.address({ props, strict: true }))
    await form.agree.waitFor()
    const look = await form.root.evaluate((one) => {
      const { color, fontSize } = getComputedStyle(one.querySelector('.vr-lead') ?? one)
      return [one.getRootNode() instanceof ShadowRoot, color, fontSize]
    })
    expect(look).toEqual([true, 'rgb(28, 27, 34)', '18px'])
    await page.evaluate(() => window.partner.rerender(20))
    await expect.poll(() => page.evaluate(() => window.partner.rounds())).toBeGreaterThanOrEqual(20)
    await expect(form.field('city')).toHaveValue('Boston')
    await form.send.click()
    await expect(form.summary).toBeFocused()
    await form.register(aVoter())
    await form.expectStep('answer')
    expect(asked(watched, bffPaths.registrations)).toHaveLength(1)
    expect(watched.errors).toEqual([])
  })
}
