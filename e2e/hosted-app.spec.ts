/** `?embed=app`: the page in an app's WebView notifies the app of events, and opens links in the system's browser. */
import { canariesIn } from '../src/contract/testing/canaries.ts'
import { FormPage } from './form-page.ts'
import { canaryVoter } from './people.ts'
import { expect, test } from './test.ts'

declare global {
  interface Window {
    told: string[]
  }
}

/** The bridge object that each system adds to a page, as in its documentation. */
const bridges = {
  'React Native': 'window.ReactNativeWebView = { postMessage(text) { window.told.push(text) } }',
  Android: 'window.voterRegistration = { postMessage(text) { window.told.push(text) } }',
  iOS: 'window.webkit = { messageHandlers: { voterRegistration: { postMessage(text) { window.told.push(text) } } } }',
}

for (const [system, bridge] of Object.entries(bridges)) {
  test(`an app with ${system}’s bridge hears each event and each link, and nothing personal`, async ({
    page,
    stack,
    context,
  }) => {
    await page.addInitScript(`window.told = []; ${bridge}`)
    await page.goto(`${stack.bff}/form?embed=app&utm_source=app`)
    const form = new FormPage(page, stack)
    await page.locator('#form[data-alive]').waitFor()
    await form.register(canaryVoter())
    await form.expectStep('answer')
    const url = await form.ways.first().getAttribute('href')
    await expect(form.ways.first()).toHaveAttribute('target', '_blank')
    const opened = context.waitForEvent('page')
    await form.ways.first().click()
    await opened
    // The page with the answer stays open.
    await form.expectStep('answer')
    const messages = (): Promise<{ vr: number; event: string; detail: Record<string, unknown> }[]> =>
      page.evaluate(() => window.told.map((text) => JSON.parse(text)))
    await expect
      .poll(async () => (await messages()).map(({ event }) => event).filter((event) => event !== 'vr-track'))
      .toEqual(['vr-ready', 'vr-start', 'vr-submit', 'vr-result', 'link', 'vr-action'])
    const told = await messages()
    expect(told.find(({ event }) => event === 'link')?.detail).toEqual({ url })
    expect(told.find(({ event }) => event === 'vr-result')?.detail).toMatchObject({ tracking: { utm_source: 'app' } })
    const others = told.filter(({ event }) => event !== 'link')
    expect(canariesIn(JSON.stringify(others))).toEqual([])
  })
}

test('a page without the parameter tells no app anything', async ({ page, stack }) => {
  await page.addInitScript(`window.told = []; ${bridges.Android}`)
  await page.goto(`${stack.bff}/form`)
  await page.locator('#form[data-alive]').waitFor()
  await new FormPage(page, stack).field('first_name').fill('Ada')
  expect(await page.evaluate(() => window.told)).toEqual([])
})

test('a page without scripts opens the answer’s way in a window of its own, too', async ({
  pageWithoutScripts,
  stack,
}) => {
  const page = await pageWithoutScripts({ viewport: { width: 390, height: 800 } })
  await page.goto(`${stack.bff}/form?embed=app`)
  const form = new FormPage(page, stack)
  await form.register(canaryVoter())
  await form.expectStep('answer')
  await expect(page.getByRole('button', { name: 'Register online' })).toHaveAttribute('formtarget', '_blank')
})
