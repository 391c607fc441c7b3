/** Each example of `demo/examples`, installed from the packed files and built for production: a voter registers there. */
import { gzipSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { freePort } from '../../src/contract/testing/free-port.mjs'
import { test } from '../engines/voter-settings.ts'
import { type Door, FormPage } from '../form-page.ts'
import { aVoter } from '../people.ts'
import { type Stack, startStack } from '../stack.ts'
import { startProxyWithAdditions } from './additions.ts'
import { askEmbedQuestions } from './embed-questions.ts'
import { type ExampleSite, installServer, startExample } from './example-site.ts'

/** An example and what to test. */
interface Example {
  /** Its folder in `demo/examples`. */
  folder: string
  /** The folder of the built files, where it has no server of its own. */
  files?: string
  /** The path of the page with the form. Default: `/`. */
  page?: string
  /** The path of the BFF, where the example contains it. */
  ownBff?: string
  /** Versions of packages in place of the example's own. */
  versions?: Record<string, string>
  /** What the server's HTML shows without scripts: the form, the fallback link inside the tag, or nothing. */
  html: 'form' | 'link' | 'nothing'
  /** The door, for a host that runs the tests of `embed-questions.ts`. */
  door?: Door
}

const examples: Readonly<Record<string, Example>> = {
  'Vite 8 and React 19': { folder: 'vite-react', files: 'dist', html: 'nothing' },
  'Next.js 16': { folder: 'next', page: '/register', ownBff: '/api', html: 'form', door: 'react' },
  'Vue 3 with Yarn': { folder: 'vue', files: 'dist', html: 'nothing' },
  'Express 5 with pnpm': { folder: 'express', page: '/register.html', ownBff: '/api', html: 'link' },
  'Svelte 5': { folder: 'svelte', files: 'dist', html: 'nothing' },
  'Vite 8 and React 18': {
    folder: 'vite-react',
    files: 'dist',
    html: 'nothing',
    versions: { react: '18.3.1', 'react-dom': '18.3.1', '@types/react': '18.3.27', '@types/react-dom': '18.3.7' },
  },
  'Astro 7 with a React island': { folder: 'astro', files: 'dist', page: '/register/', html: 'form' },
  'SvelteKit 3': { folder: 'sveltekit', html: 'link' },
  'Nuxt 4': { folder: 'nuxt', html: 'link' },
  'Angular 22': { folder: 'angular', files: 'dist/example/browser', html: 'nothing' },
  'React Router 8': { folder: 'react-router', html: 'form' },
  'Eleventy 3': { folder: 'eleventy', files: '_site', html: 'link' },
  'Plain HTML': { folder: 'plain-html', files: '.', html: 'link', door: 'script' },
}

for (const [host, example] of Object.entries(examples)) {
  test.describe
    .serial(host, () => {
      let server: Awaited<ReturnType<typeof installServer>>
      let stack: Stack
      let site: ExampleSite
      let bff: string
      let address: string
      let stopProxy: () => Promise<void>

      test.beforeAll(async () => {
        test.setTimeout(600_000)
        server = await installServer()
        stack = await startStack(server.cli)
        bff = example.ownBff === undefined ? stack.bff : stack.developmentOrigin + example.ownBff
        address = stack.developmentOrigin + (example.page ?? '/')
      })
      test.afterAll(async () => {
        await stopProxy?.()
        await site?.stop()
        await stack?.stop()
        server?.remove()
      })

      test('the site is installed from the packed files, and built for production', async () => {
        test.setTimeout(900_000)
        const origin = stack.developmentOrigin
        const listenOrigin = example.door === undefined ? origin : `http://127.0.0.1:${await freePort()}`
        if (listenOrigin !== origin) stopProxy = await startProxyWithAdditions(origin, listenOrigin, bff)
        site = await startExample(example.folder, example.files, {
          origin,
          listenOrigin,
          page: address,
          bff,
          service: stack.network.url,
          ...(example.versions && { versions: example.versions }),
        })
        console.log(`${host}: ${site.took}`)
      })

      test('the site shows the form, without a message in the console', async ({ page }) => {
        const complaints = recordComplaints(page)
        const scripts = listScripts(page)
        await page.goto(address)
        await new FormPage(page, { bff, site: stack.developmentOrigin }).agree.waitFor()
        await page.waitForLoadState('networkidle')
        expect(complaints).toEqual([])
        console.log(`${host}: ${await scripts()}`)
      })

      test('the site accepts a registration, shows the answer, and reports the click on a button', async ({ page }) => {
        await stack.reset()
        const complaints = recordComplaints(page)
        await page.goto(address)
        const form = new FormPage(page, { bff, site: stack.developmentOrigin })
        await form.agree.waitFor()
        await form.register(aVoter())
        await form.expectStep('answer')
        expect((await stack.received()).registrations.map(({ body }) => body.first_name)).toEqual(['Ada'])
        await form.ways.first().click()
        await page.waitForURL(`${stack.pages}/**`)
        await expect.poll(async () => (await stack.received()).events.length).toBe(1)
        expect(complaints).toEqual([])
      })

      if (example.ownBff !== undefined)
        test('the site has the BFF’s own page below it, which accepts a registration as well', async ({ page }) => {
          await stack.reset()
          const complaints = recordComplaints(page)
          await page.goto(`${bff}/form`)
          const form = new FormPage(page, { bff, site: stack.developmentOrigin })
          await form.agree.waitFor()
          await page.waitForLoadState('networkidle')
          await form.register(aVoter())
          await form.expectStep('answer')
          expect((await stack.received()).registrations).toHaveLength(1)
          expect(complaints).toEqual([])
        })

      if (example.html === 'form')
        test('the site sends input to the BFF’s own page, and nowhere else, while no script runs', async ({
          pageWithoutScripts,
        }) => {
          const page = await pageWithoutScripts()
          await page.goto(address)
          const requests: string[] = []
          page.on('request', (request) => requests.push(request.url()))
          const form = new FormPage(page, { bff, site: stack.developmentOrigin })
          await form.field('first_name').fill('Ada')
          await form.send.click()
          await page.waitForURL(`${bff}/form**`)
          await expect(page.locator('[autocomplete~="given-name"]')).toHaveValue('Ada')
          expect(requests.filter((url) => !url.startsWith(`${bff}/`))).toEqual([])
        })

      if (example.html === 'link')
        test('the site links to the official site while no script runs', async ({ pageWithoutScripts }) => {
          const page = await pageWithoutScripts()
          await page.goto(address)
          await expect(page.getByRole('link', { name: 'official site' })).toBeVisible()
          await expect(page.locator('form')).toHaveCount(0)
        })

      const { door } = example
      if (door !== undefined) askEmbedQuestions(door, () => ({ stack, address, bff }))
    })
}

/** Collects console warnings, console errors and uncaught errors from now on; not those about the icon, which the browser
 *  requests by itself. */
function recordComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    const isComplaint = ['warning', 'error'].includes(message.type())
    if (isComplaint && !message.location().url.endsWith('/favicon.ico')) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

/** Measures how much script a page loads from now on; the returned function describes it in words. */
function listScripts(page: Page): () => Promise<string> {
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body())
  })
  return async () => {
    const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length)
    return `${sizes.length} script files, ${Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024)} KiB with gzip`
  }
}
