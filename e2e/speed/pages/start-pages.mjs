/** Everything a page needs: sandbox, BFF, the site with all pages, and a browser. */
import { chromium } from 'playwright-core'
import { sandboxKey } from 'voter-registration-server/sandbox'
import { start } from '../harness/child.mjs'
import { freePort } from '../servers/proxies.mjs'
import { buildPages } from './build-pages.mjs'
import { startSite } from './site.mjs'

/** Starts it all. `hosted` says whether the BFF has a page of its own. */
export async function startPages() {
  const open = []
  const close = async () => {
    for (const end of open.toReversed()) await end()
  }
  try {
    const sandbox = await start(['dist/cli.js', 'sandbox'], {
      env: { SANDBOX_PORT: '0', SANDBOX_UPTIME_SECONDS: 'off' },
      says: 'address',
    })
    open.push(() => sandbox.stop())
    const [keyId, keySecret] = sandboxKey.split(':')
    const port = await freePort()
    const bffUrl = `http://127.0.0.1:${port}`
    const site = await startSite(bffUrl)
    open.push(() => site.close())
    const env = {
      PORT: String(port),
      UPSTREAM_URL: sandbox.said,
      API_KEY_ID: keyId,
      API_KEY_SECRET: keySecret,
      ALLOWED_ORIGINS: site.url,
      LOG_LEVEL: 'warn',
    }
    const bff = await start(['dist/cli.js', 'bff'], { env, says: 'address' })
    open.push(() => bff.stop())
    const settings = await (await fetch(`${bffUrl}/settings`, { headers: { origin: site.url } })).json()
    Object.assign(site.pages, await buildPages(settings.wording.en.version))
    const hosted = await fetch(`${bffUrl}/form`).then((response) => response.ok)
    const browser = await chromium.launch(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {})
    open.push(() => browser.close())
    return { site, browser, hosted, sandbox: sandbox.said, close }
  } catch (error) {
    await close()
    throw error
  }
}
