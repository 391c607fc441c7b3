/** WebKitGTK for a test, driven by selenium-webdriver: MiniBrowser on a screen of its own, with no state from another test. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Builder, By, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver'
import { freePort } from '../../src/contract/testing/free-port.mjs'
import { test as partnered } from '../partner-pages.ts'
import type { Person } from '../people.ts'

/** How long a test waits for something in the page, in milliseconds. */
export const patience = 30_000

/** Starts a virtual screen with a window manager, without which no page gets the focus; returns its display. */
async function startScreen(processes: ChildProcess[]): Promise<string> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1400x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  processes.unshift(server)
  const pipe = server.stdio[3]
  if (!pipe) throw new Error('Xvfb has no pipe to report its display.')
  const [line] = (await once(pipe, 'data')) as [Buffer]
  const display = `:${line.toString().trim()}`
  processes.unshift(spawn('openbox', [], { stdio: 'ignore', env: { ...process.env, DISPLAY: display } }))
  return display
}

async function startDriver(processes: ChildProcess[], settings: string): Promise<WebDriver> {
  const binary = execFileSync('dpkg', ['-L', 'libwebkit2gtk-4.1-0'], { encoding: 'utf8' })
    .split('\n')
    .find((file) => file.endsWith('/MiniBrowser'))
  if (binary === undefined) throw new Error('There is no MiniBrowser. Install it: apt-get install webkit2gtk-driver')
  const port = await freePort()
  const env = {
    ...process.env,
    DISPLAY: await startScreen(processes),
    XDG_CONFIG_HOME: settings,
    LANG: 'en_US.UTF-8',
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
  }
  processes.unshift(spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env }))
  const address = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 300; tries++) {
    const isReady = await fetch(`${address}/status`).then(
      () => true,
      () => false,
    )
    if (isReady) break
    await wait(100)
  }
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    // The driver would wait forever for a page from the back/forward cache.
    pageLoadStrategy: 'none',
  })
  return new Builder().usingServer(address).withCapabilities(capabilities).build()
}

/** The tests' `test`: `driver` is a browser of its own for each test. */
export const test = partnered.extend<{ driver: WebDriver }>({
  // oxlint-disable-next-line no-unused-vars -- Playwright reads the fixtures' names here, and there must be a pattern.
  driver: async ({ playwright: _ }, use) => {
    const processes: ChildProcess[] = []
    const settings = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-webkitgtk-'))
    try {
      const driver = await startDriver(processes, settings)
      await driver.manage().window().setRect({ width: 900, height: 1000 })
      await use(driver)
      await Promise.race([driver.quit().catch(() => undefined), wait(5_000)])
    } finally {
      for (const process of processes) {
        if (process.exitCode === null && process.signalCode === null) {
          const exit = once(process, 'exit')
          process.kill('SIGKILL')
          await exit
        }
      }
      rmSync(settings, { recursive: true, force: true })
    }
  },
})

/** Where a person's field is found: the purpose of its control (WCAG 1.3.5), which is the same in every language. */
const purposes: Readonly<Record<string, string>> = {
  first_name: 'given-name',
  last_name: 'family-name',
  day: 'bday-day',
  year: 'bday-year',
  address1: 'address-line1',
  city: 'address-level2',
  zipcode: 'postal-code',
  email: 'email',
}

/** The form in the element's shadow root. The page may replace it at any time, so nothing found is stored. */
export class ElementForm {
  readonly #driver: WebDriver

  constructor(driver: WebDriver) {
    this.#driver = driver
  }

  /** Returns what the selector finds now. */
  async findAll(css: string): Promise<WebElement[]> {
    const hosts = await this.#driver.findElements(By.css('voter-registration'))
    const roots = await Promise.all(hosts.map((host) => host.getShadowRoot().catch(() => undefined)))
    return (await Promise.all(roots.map((root) => root?.findElements(By.css(css)) ?? Promise.resolve([])))).flat()
  }

  /** Waits until a condition holds, also while the page replaces its elements or loads another document. */
  async waitUntil(description: string, condition: () => Promise<boolean>): Promise<void> {
    // The driver never answers a command that meets a page which is being left.
    const attempt = () => Promise.race([condition(), wait(5_000, false)]).catch(() => false)
    await this.#driver.wait(attempt, patience, `Waited in vain for: ${description}`)
  }

  /** Waits for an element that is shown. */
  async find(css: string): Promise<WebElement> {
    let match: WebElement | undefined
    await this.waitUntil(css, async () => {
      for (const element of await this.findAll(css)) if (await element.isDisplayed()) match ??= element
      return match !== undefined
    })
    return match as WebElement
  }

  /** Waits for a screen. */
  async expectStep(step: string): Promise<void> {
    await this.waitUntil(`the screen ${step}`, async () => (await this.findAll(`[data-step="${step}"]`)).length === 1)
  }

  /** Waits for an element whose text matches, and returns it. */
  async withText(css: string, text: RegExp): Promise<WebElement> {
    let match: WebElement | undefined
    await this.waitUntil(`${css} with ${text}`, async () => {
      for (const element of await this.findAll(css)) if (text.test(await element.getText())) match ??= element
      return match !== undefined
    })
    return match as WebElement
  }

  field(name: string): Promise<WebElement> {
    return this.find(`[autocomplete~="${purposes[name] ?? name}"]`)
  }

  value(name: string): Promise<string> {
    return this.field(name).then((field) => field.getProperty('value'))
  }

  /** Chooses an option of a list by its value. */
  async choose(purpose: string, value: string): Promise<void> {
    const option = await this.find(`[autocomplete~="${purpose}"] option[value="${value}"]`)
    await option.click()
  }

  /** Fills in those fields of a person that are on the screen. */
  async fill({ birth, agree, state, ...texts }: Person): Promise<void> {
    const fields = { ...texts, day: birth.day, year: birth.year }
    for (const [name, text] of Object.entries(fields)) {
      for (const field of await this.findAll(`[autocomplete~="${purposes[name] ?? name}"]`)) {
        if (!(await field.isDisplayed())) continue
        await field.clear()
        if (text !== '') await field.sendKeys(String(text))
      }
    }
    for (const [purpose, value] of [
      ['address-level1', state],
      ['bday-month', String(birth.month)],
    ] as const) {
      const [list] = await this.findAll(`select[autocomplete~="${purpose}"]`)
      if ((await list?.isDisplayed()) === true) await this.choose(purpose, value)
    }
    const [box] = await this.findAll('input[type=checkbox]')
    if (agree && box !== undefined && !(await box.isSelected())) await box.click()
  }

  /** Clicks the button that sends, or that leads to the next step. */
  async send(): Promise<void> {
    const button = await this.find('form button[type=submit]:not([aria-hidden], [name=_language])')
    await button.click()
  }

  async register(person: Person): Promise<void> {
    await this.find('input[type=checkbox]')
    await this.fill(person)
    await this.send()
    await this.expectStep('answer')
  }

  /** Returns the element inside the form that has the focus. */
  focused(): Promise<WebElement | null> {
    return this.#driver.executeScript<WebElement | null>(
      'return document.querySelector("voter-registration").shadowRoot.activeElement',
    )
  }
}
