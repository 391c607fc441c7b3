/** Everything a page needs: sandbox, BFF, the site with all pages, and a browser. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { sandboxKey } from 'voter-registration-sandbox'
import { start } from '../harness/child.mjs'
import { cli, readConsentVersion } from '../servers/start-servers.mjs'
import { startSite } from './site.mjs'

/**
 * Starts all of them.
 *
 * @param pages as `buildPages` returns them. They are built before the first server starts: compression blocks this process for
 *   longer than a server keeps an idle connection open, and the next request over it would fail with "other side closed". For the
 *   same reason nothing here reuses a connection to the BFF.
 * @param bff more options for the BFF's process, see `start`, and arguments for its `node`
 * @returns `site`, `browser`, `sandbox` (its address), `bff` (its process) and `close()`
 */
export async function startPages(pages, { node = [], ipc = false, env = {} } = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-pages-'))
  const open = [async () => rmSync(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const end of open.toReversed()) await end()
  }
  try {
    const sandbox = await start([path.resolve('node_modules/voter-registration-sandbox/dist/sandbox/cli.js')], {
      env: { SANDBOX_PORT: '0' },
      output: path.join(folder, 'sandbox'),
    })
    open.push(() => sandbox.stop())
    const site = await startSite()
    open.push(() => site.close())
    const [API_KEY_ID, API_KEY_SECRET] = sandboxKey.split(':')
    const key = { API_KEY_ID, API_KEY_SECRET }
    const bff = await start([...node, cli, 'bff'], {
      env: { PORT: '0', UPSTREAM_URL: sandbox.said, ...key, ALLOWED_ORIGINS: site.url, DATA_DIR: folder, ...env },
      output: path.join(folder, 'bff'),
      ipc,
    })
    open.push(() => bff.stop())
    site.serve(pages, { bff: bff.said, consent: await readConsentVersion(bff.said, site.url) })
    const browser = await chromium.launch(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {})
    open.push(() => browser.close())
    return { site, browser, sandbox: sandbox.said, bff, close }
  } catch (error) {
    await close()
    throw error
  }
}
