/** Playwright's Page on WebDriver: the part of it that the tests use. */
import { EventEmitter, once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { Actions, WebDriver } from 'selenium-webdriver'
import type { WebDriverClock } from './clock.ts'
import { Finder } from './finder.ts'
import { keyboardOf, mouseOf } from './hands.ts'
import { WebDriverLocator } from './locator.ts'
import { notDriven } from './not-driven.ts'
import type { Compared, PageDriver, Point } from './page-driver.ts'
import { matchesUrl, type UrlPattern } from './playwright-parts.ts'
import type { ProxiedRequest, ProxiedResponse, ProxiedRoute } from './recording-proxy.ts'
import { resizeWindow, type Size } from './resize-window.ts'
import { longest, Pending, retry } from './retry.ts'
import type { Session } from './session.ts'

type Listener = Parameters<EventEmitter['on']>[1]

/** What a page needs from its browser. */
export interface PageOwner {
  readonly session: Session
  /** The page's context, as tests see it. */
  readonly asPlaywright: object
  readonly clock: WebDriverClock
  /** Waits for a window that the page opens. */
  opened(): Promise<unknown>
  /** Waits for a request or a response. */
  hears<T>(name: 'request' | 'response', matches: (value: T) => boolean): Promise<T>
  on(name: string, listener: Listener): void
  addInitScript<Arg>(script: string | ((arg: Arg) => unknown), arg?: Arg): Promise<void>
  route(pattern: UrlPattern, handler: (route: ProxiedRoute) => unknown): Promise<void>
  unroute(pattern: UrlPattern): Promise<void>
  closeWindow(window: string): Promise<void>
}

/** Finds elements in a frame of a page. */
class FrameFinder extends Finder<WebDriverLocator> {
  private readonly page: WebDriverPage
  private readonly selector: string

  constructor(page: WebDriverPage, selector: string) {
    super()
    this.page = page
    this.selector = selector
  }

  owner = () => this.page.locator(this.selector)
  locator = (inner: string | WebDriverLocator, options = {}) =>
    new WebDriverLocator(this.page, typeof inner === 'string' ? inner : inner.selector, [this.selector]).filter(options)
}

/** A window of the browser. */
export class WebDriverPage extends Finder<WebDriverLocator> implements PageDriver {
  // Playwright's matchers recognize a page by this.
  readonly ['_apiName'] = 'Page'
  private readonly owner: PageOwner
  private readonly window: string
  private readonly heard = new EventEmitter()
  private lastUrl = 'about:blank'
  private lastSize: Size | null = null
  private isGone = false

  constructor(owner: PageOwner, window: string) {
    super()
    this.owner = owner
    this.window = window
    this.heard.setMaxListeners(0)
  }

  readonly keyboard = keyboardOf((build) => this.act(build))
  readonly mouse = mouseOf((build) => this.act(build))

  get clock(): WebDriverClock {
    return this.owner.clock
  }

  context = () => this.owner.asPlaywright
  mainFrame = () => this
  isClosed = () => this.isGone

  /** Returns the page's URL as of the last command in it. */
  url = () => this.lastUrl

  locator(selector: string | WebDriverLocator, options = {}): WebDriverLocator {
    return new WebDriverLocator(this, typeof selector === 'string' ? selector : selector.selector).filter(options)
  }

  frameLocator(selector: string): FrameFinder {
    return new FrameFinder(this, selector)
  }

  async goto(url: string, { waitUntil = 'load' }: { waitUntil?: string } = {}): Promise<null> {
    const isPlaceInPage = url.includes('#') && url.split('#')[0] === (await this.now()).url.split('#')[0]
    if (isPlaceInPage) await this.owner.session.inWindow(this.window, (driver) => driver.get(url))
    else await this.replace((driver) => driver.get(url), waitUntil)
    return null
  }

  async reload(): Promise<null> {
    await this.replace((driver) => driver.navigate().refresh())
    return null
  }

  goBack = () => this.go(-1)
  goForward = () => this.go(1)

  async evaluate<Arg, Result>(script: string | ((arg: Arg) => Result), arg?: Arg): Promise<Result> {
    const source = typeof script === 'string' ? `() => { ${script}\n }` : `(side, arg) => (${String(script)})(arg)`
    return this.runSourceIn<Result>([], source, [arg])
  }

  waitForFunction<Arg>(script: (arg: Arg) => unknown, arg?: Arg): Promise<void> {
    return retry(async () => {
      if (!(await this.evaluate(script, arg))) throw new Pending(`${String(script)} is not true`)
    })
  }

  waitForURL(pattern: UrlPattern, { timeout = longest } = {}): Promise<void> {
    return retry(async () => {
      const { url, isComplete } = await this.now()
      if (!matchesUrl(url, pattern)) throw new Pending(`The address is ${url}, not ${String(pattern)}`)
      if (!isComplete) throw new Pending(`${url} is still loading`)
    }, timeout)
  }

  waitForLoadState(state = 'load'): Promise<void> {
    return this.waitForFunction((wanted) => document.readyState === 'complete' || wanted === 'commit', state)
  }

  async waitForRequest(matches: (request: ProxiedRequest) => boolean): Promise<ProxiedRequest> {
    return this.owner.hears<ProxiedRequest>('request', matches)
  }

  async waitForResponse(matches: (response: ProxiedResponse) => boolean): Promise<ProxiedResponse> {
    return this.owner.hears<ProxiedResponse>('response', matches)
  }

  async waitForEvent(name: string): Promise<unknown> {
    if (name === 'popup') return this.owner.opened()
    if (name === 'download') return notDriven('WebKitGTK’s driver does not hand downloads over')
    return (await once(this.heard, name))[0]
  }

  on(name: string, listener: Listener): this {
    if (name === 'dialog') notDriven('WebDriver answers what a page asks before it is left by itself')
    if (name === 'request' || name === 'response') this.owner.on(name, listener)
    else this.heard.on(name, listener)
    return this
  }

  /** Emits what the page has logged. */
  said(type: string, text: string): void {
    if (type === 'pageerror') this.heard.emit('pageerror', Object.assign(new Error(text), { stack: text }))
    else this.heard.emit('console', { type: () => type, text: () => text })
  }

  async title(): Promise<string> {
    return this.owner.session.inWindow(this.window, (driver) => driver.getTitle())
  }

  async content(): Promise<string> {
    return retry(() => this.evaluate(() => document.documentElement.outerHTML))
  }

  addInitScript<Arg>(script: string | ((arg: Arg) => unknown), arg?: Arg): Promise<void> {
    return this.owner.addInitScript(script, arg)
  }

  async addStyleTag({ content }: { content: string }): Promise<void> {
    await this.evaluate((css) => {
      const style = document.createElement('style')
      style.textContent = css
      document.head.append(style)
    }, content)
  }

  route = (pattern: UrlPattern, handler: Parameters<PageOwner['route']>[1]) => this.owner.route(pattern, handler)
  unroute = (pattern: UrlPattern) => this.owner.unroute(pattern)

  viewportSize = () => this.lastSize

  async setViewportSize(size: Size): Promise<void> {
    await resizeWindow(size, {
      inWindow: (work) => this.owner.session.inWindow(this.window, work),
      measure: () => this.evaluate(() => ({ width: innerWidth, height: innerHeight })),
    })
    this.lastSize = size
  }

  /** Returns a screenshot of the viewport. */
  async screenshot({ path }: { path?: string } = {}): Promise<Buffer> {
    const text = await this.owner.session.inWindow(this.window, (driver) => driver.takeScreenshot())
    const picture = Buffer.from(text, 'base64')
    if (path !== undefined) await writeFile(path, picture)
    return picture
  }

  async close(): Promise<void> {
    this.isGone = true
    await this.owner.closeWindow(this.window)
  }

  /** Performs key and pointer actions as real input; points are window coordinates. */
  async act(build: (actions: Actions) => Actions): Promise<void> {
    await this.owner.session.inWindow(this.window, (driver) => build(driver.actions({ async: true })).perform())
  }

  /** Converts a point of a frame's document to window coordinates; scrolls the outer pages until it is in view. */
  async inWindow(frames: readonly string[], point: Point): Promise<Point> {
    const frame = frames.at(-1)
    if (frame === undefined) return { x: Math.floor(point.x), y: Math.floor(point.y) }
    const source = `(side, selector, point) => {
      const frame = side.querySelector(side.parseSelector(selector), document, true)
      const top = () => frame.getBoundingClientRect().y + frame.clientTop + point.y
      if (top() < 0 || top() > innerHeight) scrollBy({ top: top() - innerHeight / 2, behavior: 'instant' })
      return { x: frame.getBoundingClientRect().x + frame.clientLeft + point.x, y: top() }
    }`
    const around = frames.slice(0, -1)
    return this.inWindow(around, await this.runSourceIn<Point>(around, source, [frame, point]))
  }

  async runSourceIn<Result>(frames: readonly string[], source: string, args: unknown[]): Promise<Result> {
    return this.owner.session.runSource<Result>({ window: this.window, frames }, source, args)
  }

  async ['_expect'](
    expression: string,
    { timeout = longest, ...options }: { timeout?: number; isNot: boolean },
  ): Promise<Compared> {
    return this.expectIn([], ':root', expression, options, timeout)
  }

  /** Retries the comparison in the page until it matches or the timeout ends. */
  async expectIn(
    frames: readonly string[],
    selector: string,
    expression: string,
    options: { isNot: boolean },
    timeout: number,
  ): Promise<Compared> {
    let last: { matches: boolean; received?: { value?: unknown }; absent?: boolean } = { matches: options.isNot }
    const attempt = async () => {
      const source = `async (side, selector, options) => {
        const isArray = options.expression === 'to.have.count' || options.expression.endsWith('.array')
        const elements = side.querySelectorAll(side.parseSelector(selector), document)
        if (!isArray && elements.length > 1) throw new Error(selector + ' resolved to ' + elements.length + ' elements')
        if (!isArray && elements.length === 0) {
          const gone = /^to.be.(hidden|detached)$/.test(options.expression)
          const needed = /^to.be.(visible|attached|in.viewport)$/.test(options.expression)
          return { matches: gone ? true : needed ? false : options.isNot, absent: true }
        }
        return side.expect(elements[0], options, elements, true)
      }`
      last = await this.runSourceIn(frames, source, [selector, { ...options, expression }])
      if (last.matches === options.isNot) throw new Pending('not yet')
    }
    try {
      await retry(attempt, timeout)
      return { ...last, log: [] }
    } catch (error) {
      const isOver = error instanceof Pending
      const log = [`waiting for ${selector}`, ...(last.absent === true ? ['nothing is there'] : [])]
      const problem = isOver ? {} : { errorMessage: (error as Error).message }
      return { ...last, matches: options.isNot, log, timedOut: isOver, ...problem }
    }
  }

  /** Records the page's URL. */
  isAt(url: string): void {
    this.lastUrl = url
  }

  /** Navigates, and waits until another document replaces this one. */
  private async replace(go: (driver: WebDriver) => Promise<void>, waitUntil = 'load'): Promise<void> {
    const old = `document ${Math.random()}`
    await this.evaluate((name) => void Object.defineProperty(globalThis, Symbol.for(name), { value: true }), old)
    await this.owner.session.inWindow(this.window, go)
    await this.waitForFunction(
      ([name, until]) =>
        !(Symbol.for(name) in globalThis) && (until === 'commit' || document.readyState === 'complete'),
      [old, waitUntil] as const,
    )
  }

  /** Uses the page's own `history`: the driver's command fails on some pages of WebKitGTK 2.50. */
  private async go(steps: number): Promise<null> {
    const before = await this.now()
    await this.evaluate((by) => history.go(by), steps)
    await retry(async () => {
      if ((await this.now()).url === before.url) throw new Pending('The page is still the same')
    })
    return null
  }

  /** Returns the state of the current document: the driver reports the new URL too early. */
  private now(): Promise<{ url: string; isComplete: boolean }> {
    return this.evaluate(() => ({ url: location.href, isComplete: document.readyState === 'complete' }))
  }
}
