/** Playwright's BrowserContext on WebDriver: a separate browser that shares no state with another one. */
import { EventEmitter } from 'node:events'
import { WebDriverClock } from './clock.ts'
import { withReasons } from './not-driven.ts'
import { type PageOwner, WebDriverPage } from './page.ts'
import type { UrlPattern } from './playwright-parts.ts'
import type { ProxiedRoute } from './recording-proxy.ts'
import type { Size } from './resize-window.ts'
import { Pending, retry } from './retry.ts'
import type { Session } from './session.ts'

/** One browser with its windows. */
export class WebDriverContext implements PageOwner {
  static readonly open = new Set<WebDriverContext>()
  readonly session: Session
  /** The same object; members without a counterpart end the test with a reason. */
  readonly asPlaywright: WebDriverContext
  readonly clock: WebDriverClock
  private readonly events = new EventEmitter()
  private readonly windows = new Map<string, WebDriverPage>()
  private readonly viewport: Size | null
  private hasGivenFirst = false

  /** @param viewport the size of its pages; null for the size of the browser's window */
  constructor(session: Session, viewport: Size | null) {
    this.session = session
    this.viewport = viewport
    this.clock = new WebDriverClock({
      addInitScript: (script) => this.addInitScript(script),
      runInPages: async (source) => {
        for (const page of this.windows.values()) await page.runSourceIn([], source, [])
      },
    })
    this.asPlaywright = withReasons(this)
    WebDriverContext.open.add(this)
    this.events.setMaxListeners(0)
    session.proxy.on('request', (request) => this.events.emit('request', request))
    session.proxy.on('response', (response) => this.events.emit('response', response))
    session.onSaid = ({ type, text }, window) => this.windows.get(window)?.said(type, text)
    session.onAddress = (url, window) => this.windows.get(window)?.isAt(url)
  }

  async newPage(): Promise<WebDriverPage> {
    const window = await this.session.locked(async (driver) => {
      if (this.hasGivenFirst) await driver.switchTo().newWindow('window')
      return driver.getWindowHandle()
    })
    this.hasGivenFirst = true
    const page = this.adopt(window)
    if (this.viewport) await page.setViewportSize(this.viewport)
    return page
  }

  pages(): WebDriverPage[] {
    return [...this.windows.values()]
  }

  on(name: string, listener: Parameters<EventEmitter['on']>[1]): void {
    this.events.on(name, listener)
  }

  /** Waits for a window that the page opens. */
  async waitForEvent(_name: 'page'): Promise<WebDriverPage> {
    return this.opened()
  }

  async opened(): Promise<WebDriverPage> {
    return retry(async () => {
      const handles = await this.session.locked((driver) => driver.getAllWindowHandles())
      const added = handles.find((handle) => !this.windows.has(handle))
      if (added === undefined) throw new Pending('No window has been opened')
      return this.adopt(added)
    })
  }

  /** Waits for a request or a response. */
  hears<T>(name: 'request' | 'response', matches: (value: T) => boolean): Promise<T> {
    return new Promise((resolve) => {
      const listener = (value: T) => {
        if (!matches(value)) return
        this.events.off(name, listener)
        resolve(value)
      }
      this.events.on(name, listener)
    })
  }

  async addInitScript<Arg>(script: string | ((arg: Arg) => unknown), arg?: Arg): Promise<void> {
    const source = typeof script === 'string' ? script : `(${String(script)})(${JSON.stringify(arg) ?? ''})`
    this.session.proxy.initScripts.push(source)
  }

  async route(pattern: UrlPattern, handler: (route: ProxiedRoute) => unknown): Promise<void> {
    this.session.proxy.route(pattern, handler)
  }

  async unroute(pattern: UrlPattern): Promise<void> {
    this.session.proxy.unroute(pattern)
  }

  async setOffline(offline: boolean): Promise<void> {
    this.session.proxy.isOffline = offline
  }

  cookies = () => this.session.locked((driver) => driver.manage().getCookies())

  async closeWindow(window: string): Promise<void> {
    this.windows.delete(window)
    // The driver exits with its last window.
    const [rest] = await this.session.locked((driver) => driver.getAllWindowHandles())
    if (this.windows.size === 0 && rest === window) return this.session.stop()
    await this.session.inWindow(window, (driver) => driver.close())
  }

  async close(): Promise<void> {
    WebDriverContext.open.delete(this)
    this.windows.clear()
    await this.session.stop()
  }

  private adopt(window: string): WebDriverPage {
    const page = withReasons(new WebDriverPage(this, window))
    this.windows.set(window, page)
    this.events.emit('page', page)
    return page
  }
}
