/** WebKitGTK with no state from another one, on its own screen. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Builder, Capabilities } from 'selenium-webdriver'
import { freePort } from '../../../src/contract/testing/free-port.mjs'
import { RecordingProxy } from '../webdriver/recording-proxy.ts'
import { listening, Session } from '../webdriver/session.ts'
import { startScreen } from './screen.ts'

/** How WebKitGTK is started. */
export interface WebKitGtkOptions {
  javaScriptEnabled?: boolean
  colorScheme?: 'light' | 'dark' | 'no-preference' | null
  reducedMotion?: 'reduce' | 'no-preference' | null
  locale?: string
  /** The session file of a tab: the browser restores the tab and keeps the file up to date. Without it nothing is stored. */
  sessionFile?: string
}

const miniBrowser = () =>
  execFileSync('dpkg', ['-L', 'libwebkit2gtk-4.1-0'], { encoding: 'utf8' })
    .split('\n')
    .find((file) => file.endsWith('/MiniBrowser'))

const restoringBrowser = path.join(import.meta.dirname, 'restoring-browser.py')

async function listensAt(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const isThere = await fetch(`http://127.0.0.1:${port}/status`).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await wait(100)
  }
  throw new Error('WebKitWebDriver does not answer within 30 s.')
}

/**
 * Starts it; all its requests go through the session's proxy.
 *
 * @throws when it is not installed, or its driver is not ready within 30 s
 */
export async function startWebKitGtk(options: WebKitGtkOptions): Promise<Session> {
  const { javaScriptEnabled = true, colorScheme, reducedMotion, locale = 'en-US', sessionFile } = options
  const binary = sessionFile === undefined ? miniBrowser() : restoringBrowser
  if (binary === undefined) throw new Error('There is no MiniBrowser. Install it: apt-get install webkit2gtk-driver')
  const proxy = new RecordingProxy()
  const address = await proxy.listen()
  const port = await freePort()
  const screen = await startScreen(reducedMotion === 'reduce')
  const language = locale.replace('-', '_')
  const webDriver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...screen.env,
      GTK_THEME: colorScheme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
      LANG: `${language}.UTF-8`,
      LANGUAGE: language,
      LIBGL_ALWAYS_SOFTWARE: '1',
      ...(sessionFile !== undefined && { SESSION_FILE: sessionFile }),
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    },
  })
  await listensAt(port)
  proxy.isWithoutScripts = !javaScriptEnabled
  if (javaScriptEnabled) proxy.initScripts.push(listening)
  const args = ['--automation', ...(javaScriptEnabled ? [] : ['--enable-javascript-markup=false'])]
  const capabilities = new Capabilities({
    browserName: sessionFile === undefined ? 'MiniBrowser' : 'RestoringBrowser',
    'webkitgtk:browserOptions': { binary, args },
    proxy: { proxyType: 'manual', httpProxy: address },
    // Playwright does not wait for pages by itself; WebDriver would wait forever for one from the back/forward cache.
    pageLoadStrategy: 'none',
  })
  const driver = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build()
  return new Session(driver, proxy, async () => {
    await Promise.race([driver.quit().catch(() => undefined), wait(5_000)])
    if (webDriver.exitCode === null && webDriver.signalCode === null) {
      const gone = once(webDriver, 'exit')
      webDriver.kill('SIGKILL')
      await gone
    }
    await screen.stop()
  })
}
