/**
 * However the page is left after a press, and however slow the connection to the BFF is, the service gets the event once.
 *
 *   NAVIGATIONS (1) voters for each way of leaving and each delay, LEAVING_PAGES (3) of them at once; with one voter only
 *   one delay.
 *   Everything: NAVIGATIONS=42 npx --no playwright test -c e2e/playwright.config.ts e2e/leaving.spec.ts --project=script
 */
import type { Page } from '@playwright/test'
import { startFaultProxy } from './fault-proxy.ts'
import { FormPage } from './form-page.ts'
import { test as keeping } from './ordinary-browser.ts'
import { aVoter } from './people.ts'
import { expect, test } from './test.ts'

const voters = Number(process.env.NAVIGATIONS ?? 1)
const pages = Math.min(voters, Number(process.env.LEAVING_PAGES ?? 3))
/** Delay until a press reaches the BFF, in milliseconds; it never does after the browser has closed the connection. */
const delays = voters === 1 ? [1_000] : [0, 100, 1_000, 3_000]

const exits: Record<string, (form: FormPage, page: Page, href: string) => Promise<unknown>> = {
  'the way on takes the place of the form': async (form, page, href) => {
    await form.ways.first().click()
    await page.waitForURL(href)
  },
  'the button opens another tab, and the form is closed': async (form, page, href) => {
    const opened = page.context().waitForEvent('page')
    await form.ways.first().click({ modifiers: ['ControlOrMeta'] })
    const tab = await opened
    await page.close()
    await tab.waitForURL(href)
    await tab.close()
  },
  'the tab is closed right after the click': async (form, page) => {
    await form.ways.first().evaluate((link) => (link as HTMLAnchorElement).click())
    // About once in forty times Chromium does not close a tab on command during a navigation; then the voter has arrived, and
    // the event counts anyway. Closing the context closes the tab in the end.
    void page.close().catch(() => undefined)
  },
}

for (const [exit, leave] of Object.entries(exits)) {
  for (const delay of delays) {
    test(`the event arrives once when ${exit}, the BFF ${delay} ms away (R-A93, R-A95)`, {
      tag: '@door',
    }, async ({ browser, stack, door }) => {
      test.setTimeout(60_000 + voters * 30_000)
      let begun = 0
      const oneAfterAnother = async () => {
        // A separate proxy: slowing one voter's network down must not end another's connections.
        const network = await startFaultProxy(stack.bff)
        while (begun < voters) {
          const email = `leaving-${++begun}@example.org`
          const context = await browser.newContext()
          const page = await context.newPage()
          const form = new FormPage(page, stack, page.locator('[data-step]'), door)
          await form.open({ props: { apiBase: network.url } })
          await form.register(aVoter({ email }))
          await form.expectStep('answer')
          const href = String(await form.ways.first().getAttribute('href'))
          if (delay > 0) network.set({ kind: 'delay-request', ms: delay })
          await leave(form, page, href)
          // The browser itself runs until the event arrives, as a voter's does; only the page is closed.
          await expect.poll(async () => (await eventsOf(email)).length).toBe(1)
          network.set({ kind: 'none' })
          await context.close()
        }
        await network.close()
      }
      const eventsOf = async (email: string) => {
        const { registrations, events } = await stack.received()
        const action = registrations.find(({ body }) => body.email === email)?.action
        return events.filter(({ event }) => (event as { action?: unknown }).action === action)
      }
      await Promise.all(Array.from({ length: pages }, oneAfterAnother))

      const { registrations, events, tracking_failures } = await stack.received()
      expect(registrations).toHaveLength(voters)
      expect(new Set(events.map(({ event }) => (event as { action?: unknown }).action)).size).toBe(voters)
      expect(events).toHaveLength(voters)
      expect(tracking_failures).toEqual([])
    })
  }
}

for (const at of ['own', 'hosted'] as const) {
  keeping(
    `a half-filled form asks before it is left, and comes back whole by Back: ${at} page`,
    { tag: '@door' },
    async ({ ordinary, partner, stack, door }) => {
      keeping.skip(at === 'hosted' && door !== 'script', 'The hosted page is the same for both.')
      const context = await ordinary.newContext()
      const page = await context.newPage()
      const form = new FormPage(page, stack, page.locator('[data-step]'), door)
      await page.goto(at === 'hosted' ? `${stack.bff}/form` : form.address())
      if (at === 'hosted') await page.locator('#form[data-alive]').waitFor()
      await form.fill(aVoter({ first_name: 'Half', email: 'half@example.org' }))
      const typed = await form.values()
      const questions: string[] = []
      let isStaying = true
      page.on('dialog', (dialog) => {
        questions.push(dialog.type())
        void (isStaying ? dialog.dismiss() : dialog.accept())
      })
      // Without a user interaction, browsers show no prompt.
      await form.field('first_name').click()
      await page.evaluate(() => location.reload())
      await expect.poll(() => questions).toEqual(['beforeunload'])
      expect(await form.values()).toEqual(typed)
      isStaying = false
      await page.goto(partner.put('elsewhere', { body: '<h1>Elsewhere</h1>' }))
      await page.goBack({ waitUntil: 'commit' })
      await expect.poll(() => form.values()).toEqual(typed)
      await expect(form.agree).toBeChecked()
      expect(questions).toEqual(['beforeunload', 'beforeunload'])
      await context.close()
    },
  )
}
