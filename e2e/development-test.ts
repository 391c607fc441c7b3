/** The test function of specs that need React's development build. */
import { type DevelopmentSite, startDevelopmentSite } from './development-site.ts'
import { FormPage } from './form-page.ts'
import { test as stacked } from './test.ts'
import { type Watched, watch } from './watcher.ts'

/** Our `test` with the form on a developer's site; `watched` records every warning. Set React's version per file. */
export const test = stacked.extend<{ watched: Watched }, { react: '18' | '19'; development: DevelopmentSite }>({
  react: ['19', { option: true, scope: 'worker' }],
  development: [
    async ({ stack, react }, use) => {
      const site = await startDevelopmentSite(stack.developmentOrigin, react)
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  form: async ({ page, stack, development }, use) => {
    development.put('')
    await use(new FormPage(page, { ...stack, site: development.origin }))
  },
  watched: async ({ context }, use) => {
    await use(watch(context))
  },
})
