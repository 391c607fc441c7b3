/** Everything a page needs: sandbox, BFF, the site with all pages, and a browser. */
import path from 'node:path'
import { chromium } from 'playwright-core'
import { sandboxKey } from 'voter-registration-sandbox'
import { start } from '../harness/child.mjs'
import { cli } from '../servers/start-servers.mjs'
import { buildPages } from './build-pages.mjs'
import { startSite } from './site.mjs'

/**
 * Starts all of them.
 *
 * @param build builds the pages, see `buildPages`
 * @param bff more options for the BFF's process, see `start`
 *
 * The pages are built before the first server starts: compression blocks this process for longer than a server keeps an idle
 * connection open, and the next request over it would fail with "other side closed". For the same reason nothing here reuses
 * a connection to the BFF.
 *
 * @returns `site`, `browser`, `sandbox` (its address), `bff` (its process) and `close()`
 */
export async function startPages({ build = buildPages, bff: { node = [], ipc, env } = {} } = {}) {
  const pages = await build()
  const open = []
  const close = async () => {
    for (const end of open.toReversed()) await end()
  }
  try {
    const sandbox = await start([path.resolve('node_modules/voter-registration-sandbox/dist/sandbox/cli.js')], {
      env: { SANDBOX_PORT: '0' },
      ready: 'address',
    })
    open.push(() => sandbox.stop())
    const site = await startSite()
    open.push(() => site.close())
    const [keyId, keySecret] = sandboxKey.split(':')
    const bff = await start([...node, cli, 'bff'], {
      env: {
        PORT: '0',
        UPSTREAM_URL: sandbox.said,
        API_KEY_ID: keyId,
        API_KEY_SECRET: keySecret,
        ALLOWED_ORIGINS: site.url,
        ...env,
      },
      ready: 'address',
      ipc,
    })
    open.push(() => bff.stop())
    const settings = await fetch(`${bff.said}/settings`, { headers: { origin: site.url, connection: 'close' } })
    const { wording } = await settings.json()
    site.serve(pages, { bff: bff.said, consent: wording.en.version })
    const browser = await chromium.launch(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {})
    open.push(() => browser.close())
    return { site, browser, sandbox: sandbox.said, bff, close }
  } catch (error) {
    await close()
    throw error
  }
}
