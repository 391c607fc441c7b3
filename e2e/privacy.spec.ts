/** What a voter enters goes to the BFF with the registration and nowhere else. */
import type { Page } from '@playwright/test'
import { bffPaths } from 'voter-registration/contract'
import { canariesIn } from '../src/contract/testing/canaries.ts'
import { canaryVoter } from './people.ts'
import { expect, test } from './test.ts'
import { watch } from './watcher.ts'

/** Returns everything that a page can store, as one text. */
function kept(page: Page): Promise<string> {
  return page.evaluate(async () =>
    JSON.stringify({
      address: location.href,
      title: document.title,
      history: history.state,
      name: window.name,
      cookies: document.cookie,
      local: Object.entries(localStorage),
      session: Object.entries(sessionStorage),
      caches: await caches.keys(),
      databases: await indexedDB.databases(),
      marks: performance.getEntries().map((entry) => entry.name),
      told: window.partner.events,
    }),
  )
}

const endings = {
  answer: {},
  'not-sent': { email: 'canmailqx+auth@example.org' },
  'outcome-unknown': { email: 'canmailqx+html-500@example.org' },
  form: { email: 'canmailqx+field-errors@example.org' },
}

for (const [step, change] of Object.entries(endings)) {
  test(`voter input is stored and sent nowhere else, up to the screen ${step}${step === 'answer' ? ' @main' : ''}`, async ({
    browserName,
    context,
    form,
    page,
    stack,
  }) => {
    test.skip(browserName === 'firefox', 'not driven: Playwright does not hand over what Firefox posts')
    const before = stack.output().length
    const watched = watch(context)
    await form.open()
    await form.register(canaryVoter(change))
    await expect(form.root).not.toHaveAttribute('data-step', 'sending')
    if (step === 'form') await form.summary.waitFor()
    await form.expectStep(step as keyof typeof endings)
    expect(canariesIn(await kept(page)), 'kept by the page').toEqual([])
    const sizes = await page.evaluate(async () => [
      localStorage.length,
      sessionStorage.length,
      document.cookie.length,
      (await caches.keys()).length,
      (await indexedDB.databases()).length,
    ])
    expect(sizes, 'entries in any storage').toEqual([0, 0, 0, 0, 0])
    const hrefs = await form.ways.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
    if (step === 'answer') {
      expect(canariesIn(hrefs.join(' ')), 'in the ways on').toEqual([])
      await form.ways.first().click()
      await page.waitForURL((url) => url.origin !== stack.site)
      await expect.poll(async () => (await stack.received()).events.length).toBe(1)
    }
    const isRegistration = (request: { method: string; url: string }) =>
      request.method === 'POST' && request.url === stack.bff + bffPaths.registrations
    const registrations = watched.requests.filter(isRegistration)
    expect(registrations.map(({ body }) => canariesIn(body).length > 8)).toEqual([true])
    for (const request of watched.requests) {
      const { body, ...rest } = request
      expect(canariesIn(JSON.stringify(isRegistration(request) ? rest : { body, ...rest })), request.url).toEqual([])
    }
    expect(canariesIn(watched.console.join('\n')), 'in the console').toEqual([])
    expect(canariesIn(stack.output().slice(before)), 'in a log').toEqual([])
    expect(await context.cookies()).toEqual([])
    const origins = new Set(watched.requests.map(({ url }) => new URL(url).origin))
    expect([...origins].filter((origin) => ![stack.site, stack.bff, stack.pages, 'null'].includes(origin))).toEqual([])
  })
}
