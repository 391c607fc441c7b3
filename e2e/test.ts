/** The test function of every spec: a stack for each worker, a fresh page with the form for each test. */
import { test as base, type VoterMedia } from './engines/voter-settings.ts'
import { type Door, FormPage } from './form-page.ts'
import { type Stack, startStack } from './stack.ts'

interface TestFixtures {
  form: FormPage
  /** Returns the form as a voter with these settings sees it; the same page where the engine can change them in an open page. */
  formFor: (media: VoterMedia) => Promise<FormPage>
  /** Additional script files of the page, where the script file loads the form: `test.use({ further: ['…'] })`. */
  further: readonly string[]
}

interface WorkerFixtures {
  /** The door of the form under test. Each project has its own. */
  door: Door
  stack: Stack
}

export { expect } from '@playwright/test'

/** Playwright's `test` with `stack`, reset before each test, and `form`. */
export const test = base.extend<TestFixtures & { fresh: undefined }, WorkerFixtures>({
  door: ['react', { option: true, scope: 'worker' }],
  stack: [
    // oxlint-disable-next-line no-unused-vars -- Playwright reads the fixtures' names here, and there must be a pattern.
    async ({ playwright: _ }, use) => {
      const stack = await startStack()
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  fresh: [
    async ({ stack }, use, info) => {
      await stack.reset()
      const outputLength = stack.output().length
      await use(undefined)
      if (info.status !== info.expectedStatus) {
        await info.attach('what BFF and sandbox said', {
          body: stack.output().slice(outputLength),
          contentType: 'text/plain',
        })
      }
    },
    { auto: true },
  ],
  further: [[], { option: true }],
  form: async ({ page, stack, door, further }, use) => {
    await use(new FormPage(page, stack, page.locator('[data-step]'), door, further))
  },
  formFor: async ({ form, pageFor, page, stack, door, further }, use) => {
    await use(async (media) => {
      const mediaPage = await pageFor(media)
      return mediaPage === page ? form : new FormPage(mediaPage, stack, mediaPage.locator('[data-step]'), door, further)
    })
  },
})
