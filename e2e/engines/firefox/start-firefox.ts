/** Firefox with a persistent profile: started again, it restores its tab. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { WebDriver, Session as WebDriverSession } from 'selenium-webdriver'
import { Command, Name } from 'selenium-webdriver/lib/command.js'
import { RecordingProxy } from '../webdriver/recording-proxy.ts'
import { Pending, retry } from '../webdriver/retry.ts'
import { Session } from '../webdriver/session.ts'
import { connectMarionette } from './marionette.ts'

/** How Firefox is started. */
export interface FirefoxOptions {
  /** The profile's folder. */
  profile: string
  javaScriptEnabled?: boolean
}

/**
 * Starts it headless; all its requests go through the session's proxy.
 *
 * @throws when it is not ready within a minute
 */
export async function startFirefox({ profile, javaScriptEnabled = true }: FirefoxOptions): Promise<Session> {
  const proxy = new RecordingProxy()
  const [host, proxyPort] = (await proxy.listen()).split(':')
  const preferences = {
    'browser.startup.page': 3,
    'browser.sessionstore.resume_from_crash': true,
    'browser.sessionstore.interval': 1000,
    'javascript.enabled': javaScriptEnabled,
    'marionette.port': 0,
    'network.proxy.type': 1,
    'network.proxy.http': host,
    'network.proxy.http_port': Number(proxyPort),
    'network.proxy.ssl': host,
    'network.proxy.ssl_port': Number(proxyPort),
    'network.proxy.allow_hijacking_localhost': true,
  }
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
  writeFileSync(path.join(profile, 'user.js'), lines.join(''))
  const portFile = path.join(profile, 'MarionetteActivePort')
  rmSync(portFile, { force: true })
  const program = process.env.FIREFOX || 'firefox-esr'
  const args = ['--headless', '--no-remote', '--marionette', '--remote-allow-system-access', '--profile', profile]
  const firefox = spawn(program, args, { stdio: 'ignore' })
  const port = await retry(async () => {
    try {
      return Number(readFileSync(portFile, 'utf8'))
    } catch {
      throw new Pending(`${program} does not tell its port`)
    }
  })
  const marionette = await connectMarionette(port)
  const started = new Command(Name.NEW_SESSION).setParameter('pageLoadStrategy', 'none')
  const { sessionId, capabilities } = (await marionette.execute(started)) as { sessionId: string; capabilities: object }
  const driver = new WebDriver(new WebDriverSession(sessionId, capabilities), marionette)
  return new Session(driver, proxy, async () => {
    // It saves its session before it exits.
    const gone = firefox.exitCode === null ? once(firefox, 'exit') : undefined
    await driver.quit().catch(() => firefox.kill('SIGKILL'))
    await gone
  })
}
