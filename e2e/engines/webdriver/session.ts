/** A running browser with its driver and proxy; runs one command at a time. */
import { setTimeout as wait } from 'node:timers/promises'
import type { WebDriver, WebElement } from 'selenium-webdriver'
import { pageSideScript, sideKey } from './page-side.ts'
import type { RecordingProxy } from './recording-proxy.ts'

/** The document in which a script runs: a window, and its frames from the outermost. */
export interface Target {
  window: string
  frames: readonly string[]
}

/** A console line of a page, or an uncaught error. */
export interface Said {
  type: string
  text: string
}

/** A script that records a page's console, for {@link Session.onSaid}. It must run before the page's own scripts. */
export const listening = `(() => {
  const said = []
  Object.defineProperty(globalThis, Symbol.for('said'), { value: said })
  for (const type of ['log', 'info', 'debug', 'warn', 'error']) {
    const write = console[type]
    console[type] = (...parts) => { said.push({ type: type === 'warn' ? 'warning' : type, text: parts.map(String).join(' ') }); write.apply(console, parts) }
  }
  addEventListener('error', ({ error, message }) => error && said.push({ type: 'pageerror', text: String(error?.stack ? message + ' ' + error.stack : message) }))
  addEventListener('unhandledrejection', ({ reason }) => said.push({ type: 'pageerror', text: String(reason) }))
})()`

/** The result of a script in a page. */
interface Answer {
  value?: unknown
  error?: string
  said?: Said[]
  /** The page's URL; absent for a frame. */
  url?: string
}

/** A running browser. */
export class Session {
  readonly driver: WebDriver
  readonly proxy: RecordingProxy
  /** Called with the console lines of pages. */
  onSaid: (said: Said, window: string) => void = () => undefined
  /** Called with a page's URL whenever a script has run in it. */
  onAddress: (url: string, window: string) => void = () => undefined
  private readonly end: () => Promise<void>
  private queue: Promise<unknown> = Promise.resolve()
  private window = ''
  private isStopped = false
  private scripts = 0

  /** @param end ends the driver and the browser */
  constructor(driver: WebDriver, proxy: RecordingProxy, end: () => Promise<void>) {
    this.driver = driver
    this.proxy = proxy
    this.end = end
  }

  /** Returns the browser's name and version. */
  async version(): Promise<string> {
    const capabilities = await this.driver.getCapabilities()
    return String(capabilities.get('browserVersion'))
  }

  /** Runs some work with the driver while no other work is in progress. */
  locked<T>(work: (driver: WebDriver) => Promise<T>): Promise<T> {
    const next = this.queue.then(() => work(this.driver))
    this.queue = next.catch(() => undefined)
    return next
  }

  /** The same, in a window. */
  inWindow<T>(window: string, work: (driver: WebDriver) => Promise<T>): Promise<T> {
    return this.locked(async (driver) => {
      await this.enter({ window, frames: [] })
      return work(driver)
    })
  }

  /**
   * Runs a function in a document with Playwright's injected script and the arguments.
   *
   * @param source the function's source text
   * @returns its result after a JSON round trip
   */
  runSource<Result>(target: Target, source: string, args: unknown[]): Promise<Result> {
    return this.locked(async () => {
      await this.enter(target)
      return this.evaluate<Result>(target.window, source, args)
    })
  }

  async stop(): Promise<void> {
    if (this.isStopped) return
    this.isStopped = true
    await this.end()
    await this.proxy.close()
  }

  private async enter({ window, frames }: Target): Promise<void> {
    if (this.window !== window) await this.driver.switchTo().window(window)
    this.window = window
    await this.driver.switchTo().defaultContent()
    for (const selector of frames) {
      await this.evaluate(window, '() => undefined', [])
      const find = `const side = globalThis[${sideKey}]; return side.querySelector(side.parseSelector(${JSON.stringify(selector)}), document, true) ?? null`
      const frame = await this.driver.executeScript<WebElement | null>(find)
      if (frame === null) throw new Error(`There is no frame ${selector}`)
      await this.driver.switchTo().frame(frame)
    }
  }

  private async evaluate<Result>(window: string, source: string, args: unknown[]): Promise<Result> {
    // A function without a promise returns at once: it may close the page.
    const script = `const side = globalThis[${sideKey}], given = JSON.parse(arguments[0]), id = arguments[1]
      if (side === undefined) return 'no side'
      const url = window === window.top ? location.href : undefined
      const answer = (parts) => {
        const said = globalThis[Symbol.for('said')]?.splice(0)
        // Playwright hands over no window and no element either.
        try { return JSON.stringify({ ...parts, url, said }) } catch { return JSON.stringify({ url, said }) }
      }
      const failed = (error) => answer({ error: String(error?.message ?? error) })
      let value
      try { value = (${source})(side, ...given) } catch (error) { return failed(error) }
      if (typeof value?.then !== 'function') return answer({ value })
      const answers = globalThis[Symbol.for('answers')] ??= new Map()
      answers.set(id, null)
      value.then((value) => answers.set(id, answer({ value })), (error) => answers.set(id, failed(error)))
      return null`
    const id = ++this.scripts
    const start = () => this.asked<string | null>(script, JSON.stringify(args), id)
    let text = await start()
    // After the injection another document may load, as in a restored tab: then the function has not run.
    for (let tries = 0; text === 'no side' && tries < 20; tries++) {
      pageScript ??= pageSideScript()
      await this.asked(pageScript)
      text = await start()
    }
    // Polls for the result: a script that WebDriver awaits never ends in a page that is unloaded.
    while (text === null) {
      await wait(5)
      text = await this.asked<string | null>(
        `return globalThis[Symbol.for('answers')]?.has(arguments[0]) === true ? globalThis[Symbol.for('answers')].get(arguments[0]) : 'gone'`,
        id,
      )
    }
    if (text === 'gone' || text === 'no side') throw new Error(left)
    const answer = JSON.parse(text) as Answer
    if (answer.url !== undefined) this.onAddress(answer.url, window)
    for (const line of answer.said ?? []) this.onSaid(line, window)
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer.value as Result
  }

  /** Runs a script. A page that is unloaded at this moment never returns a result. */
  private async asked<Result>(script: string, ...args: unknown[]): Promise<Result> {
    const asked = this.driver.executeScript<Result>(script, ...args)
    asked.catch(() => undefined)
    const late = wait(30_000, undefined, { ref: false }).then(() => Promise.reject(new Error(left)))
    late.catch(() => undefined)
    return Promise.race([asked, late])
  }
}

const left = 'The page was left by a navigation.'

let pageScript: string | undefined
