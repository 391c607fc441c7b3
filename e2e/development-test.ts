/** The test function of specs that need React's development build, which logs warnings: the partner's site on a developer's
 *  machine. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import reactPlugin from '@vitejs/plugin-react'
import { createServer, type Plugin } from 'vite'
import { root } from './child.ts'
import { FormPage } from './form-page.ts'
import { test as stacked } from './test.ts'
import { type Watched, watch } from './watcher.ts'

/** A running site. */
interface DevelopmentSite {
  origin: string
  /** Serves the page with this HTML in place of the form, as server rendering does; `''` serves it empty. */
  put(rendered: string): void
  stop(): Promise<void>
}

/**
 * Serves `demo/form.html` from source.
 *
 * @param origin the site's origin; the BFF must allow it
 * @param version React's version
 */
async function startDevelopmentSite(origin: string, version: '18' | '19'): Promise<DevelopmentSite> {
  const alias = version === '18' ? { 'react-dom': 'react-dom-18', react: 'react-18' } : {}
  const { port, hostname } = new URL(origin)
  const cacheDir = await mkdtemp(path.join(tmpdir(), 'voter-registration-e2e-'))
  let rendered = ''
  const putRendered: Plugin = {
    name: 'put-rendered',
    transformIndexHtml: (page) => page.replace('<div id="root"></div>', () => `<div id="root">${rendered}</div>`),
  }
  const server = await createServer({
    configFile: false,
    root: path.join(root, 'demo'),
    cacheDir,
    logLevel: 'error',
    plugins: [reactPlugin(), putRendered],
    resolve: { alias, tsconfigPaths: true },
    optimizeDeps: { entries: ['form.html'] },
    server: { port: Number(port), host: hostname, strictPort: true, hmr: false, fs: { strict: false }, watch: null },
  })
  await server.listen()
  return {
    origin,
    put(html) {
      rendered = html
    },
    async stop() {
      await server.close()
      await rm(cacheDir, { recursive: true, force: true })
    },
  }
}

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
