/** Playwright's `test`, which describes the open pages of a test whose time is over. */
import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, test as base, type Page, type Request } from '@playwright/test'

/** How Playwright itself takes screenshots of a failed test: of all contexts, before any fixture closes its own. */
interface Internals {
  _allContexts(): BrowserContext[]
  _onDidFinishTestFunctionCallbacks: Set<() => Promise<void>>
}

/** The `test` that the specs extend. */
export const test = base.extend<{ describedPages: undefined }>({
  describedPages: [
    async ({ playwright }, use, info) => {
      const { _onDidFinishTestFunctionCallbacks: callbacks } = info as unknown as Internals
      callbacks.add(async () => {
        if (info.status !== 'timedOut') return
        const body = await describePages((playwright as unknown as Internals)['_allContexts']())
        await info.attach('pages when the time was over', { body, contentType: 'text/plain' })
      })
      await use(undefined)
    },
    { auto: true },
  ],
})

/** How long one part of a description may take, in milliseconds: a page that hangs never answers. */
const longest = 5_000

const bounded = (work: () => Promise<string | string[]>) =>
  Promise.race([
    Promise.resolve().then(work),
    pause(longest, `no answer within ${longest / 1000} s`, { ref: false }),
  ]).catch((error: Error) => error.message)

async function isUnfinished(request: Request): Promise<boolean> {
  const finished = request.response().then((response) => response?.finished())
  return Promise.race([finished.then(() => false).catch(() => false), pause(500, true, { ref: false })])
}

async function openRequests(page: Page): Promise<string[]> {
  const requests = await page.requests()
  const unfinished = await Promise.all(requests.map(isUnfinished))
  return requests.filter((_, index) => unfinished[index]).map((request) => `${request.method()} ${request.url()}`)
}

async function describePage(page: Page): Promise<string> {
  const [title, text, messages, errors, requests] = await Promise.all([
    bounded(() => page.title()),
    bounded(async () => (await page.locator('body').ariaSnapshot()).split('\n').slice(0, 150)),
    bounded(async () => (await page.consoleMessages()).slice(-50).map((each) => `${each.type()}: ${each.text()}`)),
    bounded(async () => (await page.pageErrors()).map(({ message }) => message)),
    bounded(() => openRequests(page)),
  ])
  const parts = { title, console: messages, errors, 'open requests': requests, text }
  const lines = Object.entries(parts).flatMap(([name, value]) => [
    `${name}:`,
    ...[value].flat().map((line) => `  ${line}`),
  ])
  return [page.url(), ...lines].join('\n')
}

/** Describes every page of these contexts. */
async function describePages(contexts: readonly BrowserContext[]): Promise<string> {
  const pages = contexts.flatMap((context) => context.pages())
  return pages.length === 0 ? 'no page is open' : (await Promise.all(pages.map(describePage))).join('\n\n')
}
