/** The hosted page, which the BFF serves: by a direct link and in frames, with scripts and without. */
import type { Page } from '@playwright/test'
import { canariesIn } from '../src/contract/testing/canaries.ts'
import { findAccessibilityProblems } from './axe.ts'
import { FormPage } from './form-page.ts'
import { holdRequests } from './hold-requests.ts'
import { test as partnered } from './partner-pages.ts'
import { aVoter, canaryVoter, playing } from './people.ts'
import type { Stack } from './stack.ts'
import { expect } from './test.ts'
import { watch } from './watcher.ts'

/** The test with `plain`, a page of a browser without scripts. */
const test = partnered.extend<{ plain: Page }>({
  plain: async ({ pageWithoutScripts }, use) => {
    await use(await pageWithoutScripts({ viewport: { width: 760, height: 900 } }))
  },
})

const address = (stack: Stack, query = '') => `${stack.bff}/form${query}`

test('without scripts: error, correction, answer, button, and the event arrives @main', async ({ plain, stack }) => {
  const form = new FormPage(plain, stack)
  await plain.goto(address(stack))
  await form.fill(aVoter({ first_name: ' ', agree: false }))
  await form.send.click()
  await expect(plain).toHaveTitle(/^Error: /)
  await expect(form.summary.getByRole('link')).toHaveText([/first name/, /Check the box/])
  await form.summary.getByRole('link', { name: 'first name' }).click()
  await expect(form.field('first_name')).toBeFocused()
  await expect(form.field('city')).toHaveValue('Boston')
  await form.field('first_name').fill('Ada')
  await form.agree.check()
  // A double click, then a reload that posts the form again: no one is registered twice.
  await form.send.dblclick()
  await form.expectStep('answer')
  await plain.reload()
  await form.expectStep('answer')
  await plain.getByRole('button', { name: 'Register online' }).click()
  await plain.waitForURL(/\/state-site\/MA$/)
  await expect.poll(async () => (await stack.received()).events.length).toBe(1)
  const { registrations, tracking_failures } = await stack.received()
  expect([registrations.length, tracking_failures]).toEqual([1, []])
})

test('with scripts: input stays, and no policy is violated @main', async ({ page, stack, violations }) => {
  const watched = watch(page.context())
  const release = await holdRequests(page, '**/form/*.js')
  const form = new FormPage(page, stack)
  await page.goto(`${address(stack, '?partner=acme&source=qr')}#vr.city=Salem`, { waitUntil: 'commit' })
  await form.fill(aVoter({ first_name: 'Early', agree: true }))
  release()
  await page.locator('#form[data-alive]').waitFor()
  expect(await form.values()).toMatchObject({ first_name: 'Early', city: 'Boston', state: 'MA', month: '4' })
  await expect(form.agree).toBeChecked()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await form.field('first_name').fill(' ')
  await form.send.click()
  await expect(page).toHaveTitle(/^Error: Register to vote – /)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(form.summary).toBeFocused()
  await form.field('first_name').fill('Early')
  await form.send.click()
  await form.expectStep('answer')
  await expect(page).toHaveTitle(/^You’re not registered yet – /)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  expect(watched.requests.filter(({ method }) => method === 'POST').map(({ url }) => new URL(url).pathname)).toEqual([
    '/registrations',
  ])
  expect((await stack.received()).registrations).toHaveLength(1)
  expect(watched.errors).toEqual([])
  expect(await violations()).toEqual([])
  expect(stack.output()).toContain('"campaign":{"source":"qr",')
})

test('with late scripts: a posted form is hydrated; an answer stays', async ({ page, stack, violations }) => {
  const watched = watch(page.context())
  let isSlow = true
  await page.route('**/form/*.js', (route) => (isSlow ? route.abort() : route.continue()))
  const form = new FormPage(page, stack)
  await page.goto(address(stack))
  await form.fill(aVoter({ first_name: ' ' }))
  isSlow = false
  await form.send.click()
  await page.locator('#form[data-alive]').waitFor()
  await expect(page).toHaveTitle(/^Error: /)
  await expect(form.summary.getByRole('link')).toHaveText([/first name/])
  await expect(form.field('city')).toHaveValue('Boston')
  await form.field('first_name').fill('Ada')
  await form.send.click()
  await form.expectStep('answer')
  // Sent by the script: the page is still the one from the earlier POST.
  await expect(page.locator('#form[data-alive]')).toHaveCount(1)

  isSlow = true
  await page.goto(address(stack))
  await form.fill(aVoter())
  isSlow = false
  await form.send.click()
  await form.expectStep('answer')
  await page.getByRole('button', { name: 'Register online' }).click()
  await page.waitForURL(/\/state-site\/MA$/)
  await expect.poll(async () => (await stack.received()).events.length).toBe(1)
  expect((await stack.received()).registrations).toHaveLength(2)
  expect(watched.errors.filter((line) => !line.includes('ERR_FAILED'))).toEqual([])
  expect(await violations()).toEqual([])
})

test('without scripts: accessible screens, no personal data in address or log', async ({ browser, stack }) => {
  // Axe needs scripts: only the pages' own are blocked.
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.route('**/form/*.js', (route) => route.abort())
  const watched = watch(context)
  const form = new FormPage(page, stack)
  await page.goto(address(stack))
  for (const [change, step] of [
    [{ zipcode: '1' }, 'form'],
    [{ email: playing('auth') }, 'not-sent'],
    [{ email: playing('html-500') }, 'outcome-unknown'],
    [{}, 'answer'],
  ] as const) {
    await page.goto(address(stack))
    await form.register(canaryVoter(change))
    await form.expectStep(step)
    expect(await findAccessibilityProblems(page), step).toEqual([])
  }
  await page.getByRole('button', { name: 'Register online' }).click()
  await page.waitForURL(/\/state-site\//)
  const seen = [...watched.requests.map(({ url, headers }) => [url, headers]), watched.console, stack.output()]
  expect(canariesIn(JSON.stringify(seen))).toEqual([])
  await context.close()
})

test('in a frame: height follows, forged messages do nothing, tabs open @main', async ({ page, partner, stack }) => {
  const frame = `<iframe id="form" data-vr-form loading="lazy" title="Voter registration" src="${address(stack)}" sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox" style="width:100%;height:300px;border:0"></iframe>`
  const forger = `<iframe id="forger" title="Forger" srcdoc="<p>Forger</p>"></iframe>`
  const complaints: string[] = []
  page.on('console', (line) => /warning|error/.test(line.type()) && complaints.push(line.text()))
  await page.goto(
    partner.put('framed', { body: `${frame}${forger}<script async src="${partner.file('frame.js')}"></script>` }),
  )
  const outer = page.locator('#form')
  const height = () => outer.evaluate((element) => element.getBoundingClientRect().height)
  const inner = page.frameLocator('#form')
  await expect.poll(height).toBeGreaterThan(1_000)
  const content = () => inner.locator('body').evaluate((body) => Math.ceil(body.getBoundingClientRect().height))
  await expect.poll(async () => (await height()) - (await content())).toBe(0)

  // Messages from another frame, from the page itself, and from a frame that claims to be another. Messages of one sender
  // arrive in order: when the last one has arrived, the forged one has been received.
  const before = await height()
  for (const name of ['forger', 'page']) {
    await page.evaluate((from) => {
      const heard = new Promise<void>((resolve) => {
        addEventListener('message', ({ data }) => data === `from the ${from}` && resolve())
      })
      const source =
        from === 'page' ? window : (document.querySelector<HTMLIFrameElement>('#forger')?.contentWindow ?? window)
      const words = [{ vr: 1, instanceId: 'x', height: 7000 }, `from the ${from}`]
      const script = words.map((word) => `parent.postMessage(${JSON.stringify(word)}, '*')`).join(';')
      if (source === window) for (const word of words) window.postMessage(word, '*')
      else source.setTimeout(script)
      return heard
    }, name)
  }
  expect(await height()).toBe(before)
  expect(complaints).toEqual([])

  const form = new FormPage(page, stack, inner.locator('[data-step]'))
  await form.register(aVoter())
  await form.expectStep('answer')
  await expect.poll(async () => (await height()) - (await content())).toBe(0)
  const opened = page.waitForEvent('popup')
  await form.ways.first().click()
  await (await opened).waitForURL(/\/state-site\//)
  await expect.poll(async () => (await stack.received()).events.length).toBe(1)
})

test('in a frame without its origin: offers a tab, rejected elsewhere', async ({ page, partner, stack }) => {
  const url = partner.put('cut-off', {
    body: `<iframe title="Voter registration" src="${address(stack)}" sandbox="allow-scripts"></iframe>`,
  })
  await page.goto(url)
  const inner = page.frameLocator('iframe')
  await expect(inner.getByRole('heading', { name: 'This form can’t be sent from here' })).toBeVisible()
  await expect(inner.getByRole('link', { name: 'Open the form in a new tab' })).toBeVisible()
  // It contains the host of the embedding page as the referrer.
  await expect(inner.getByText(/^http:\S+\/form\?locale=en&referrer_host=\S+$/)).toBeVisible()
  await expect(inner.locator('form')).toBeHidden()

  // The same machine under another host name is a different origin, which is not in the allowlist.
  await page.goto(url.replace('127.0.0.1', 'localhost'))
  const refused = page.frames()[1]
  await expect.poll(() => refused?.evaluate(() => document.querySelector('form') === null).catch(() => true)).toBe(true)
})
