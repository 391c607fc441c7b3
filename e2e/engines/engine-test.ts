/** Playwright's `test`, which describes the open pages of a test whose time is over. */
import { type BrowserContext, test as base } from '@playwright/test'
import { describePages } from './describe-pages.ts'

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
