/** Playwright's Page on WebDriver: the part of it that the tests use. */
import { EventEmitter, once } from 'node:events'
import { type Actions, Key } from 'selenium-webdriver'
import { Finder } from './finder.ts'
import { keysOf } from './keys.ts'
import { WebKitLocator } from './locator.ts'
import { notDriven } from './not-driven.ts'
import type { Compared, PageDriver, Point } from './page-driver.ts'
import { matchesUrl, type UrlPattern } from './playwright-parts.ts'
import type { ProxiedRequest, ProxiedResponse, ProxiedRoute } from './recording-proxy.ts'
import { resizeWindow, type Size } from './resize-window.ts'
import { longest, Pending, retry } from './retry.ts'
import type { Session } from './session.ts'

type Listener = Parameters<EventEmitter['on']>[1]

/** What a page needs of the browser that it is in. */
export interface PageOwner {
  readonly session: Session
  /** What tests get as the page's context. */
  readonly asPlaywright: object
  /** Waits for a window that the page opens. */
  opened(): Promise<unknown>
  /** Waits for a request or an answer. */
  hears<T>(name: 'request' | 'response', matches: (value: T) => boolean): Promise<T>
  on(name: string, listener: Listener): void
  addInitScript<Arg>(script: string | ((arg: Arg) => unknown), arg?: Arg): Promise<void>
  route(pattern: UrlPattern, handler: (route: ProxiedRoute) => unknown): Promise<void>
  unroute(pattern: UrlPattern): Promise<void>
  closeWindow(window: string): Promise<void>
}

/** What is looked for in a frame of a page. */
class FrameFinder extends Finder<WebKitLocator> {
  private readonly page: WebKitPage
  private readonly selector: string

  constructor(page: WebKitPage, selector: string) {
    super()
    this.page = page
    this.selector = selector
  }

  owner = () => this.page.locator(this.selector)
  locator = (inner: string | WebKitLocator, options = {}) =>
    new WebKitLocator(this.page, typeof inner === 'string' ? inner : inner.selector, [this.selector]).filter(options)
}

/** A window of the browser. */
export class WebKitPage extends Finder<WebKitLocator> implements PageDriver {
  // What Playwright's matchers know a page by.
  readonly ['_apiName'] = 'Page'
  private readonly owner: PageOwner
  private readonly window: string
  private readonly heard = new EventEmitter()
  private lastUrl = 'about:blank'
  private isGone = false

  constructor(owner: PageOwner, window: string) {
    super()
    this.owner = owner
    this.window = window
    this.heard.setMaxListeners(0)
  }

  readonly keyboard = {
    press: (combination: string) =>
      this.act((actions) => {
        const keys = keysOf(combination)
        for (const key of keys) actions.keyDown(key)
        while (keys.length > 0) actions.keyUp(keys.pop() ?? Key.NULL)
        return actions
      }),
    type: (text: string) => this.act((actions) => actions.sendKeys(text)),
    down: (key: string) => this.act((actions) => actions.keyDown(keysOf(key)[0] ?? key)),
    up: (key: string) => this.act((actions) => actions.keyUp(keysOf(key)[0] ?? key)),
  }

  readonly mouse = {
    move: (x: number, y: number) =>
      this.act((actions) => actions.move({ x: Math.floor(x), y: Math.floor(y), duration: 0 })),
    click: (x: number, y: number) =>
      this.act((actions) =>
        actions
          .move({ x: Math.floor(x), y: Math.floor(y), duration: 0 })
          .press()
          .release(),
      ),
    down: () => this.act((actions) => actions.press()),
    up: () => this.act((actions) => actions.release()),
  }

  context = () => this.owner.asPlaywright
  mainFrame = () => this
  isClosed = () => this.isGone

  /** The address when it was last asked for: see {@link waitForURL}. */
  url = () => this.lastUrl

  locator(selector: string | WebKitLocator, options = {}): WebKitLocator {
    return new WebKitLocator(this, typeof selector === 'string' ? selector : selector.selector).filter(options)
  }

  frameLocator(selector: string): FrameFinder {
    return new FrameFinder(this, selector)
  }

  async goto(url: string, { waitUntil = 'load' }: { waitUntil?: string } = {}): Promise<null> {
    if (waitUntil === 'commit') notDriven('WebDriver waits for a page’s scripts before it hands the page over')
    await this.owner.session.inWindow(this.window, (driver) => driver.get(url))
    await this.remember()
    return null
  }

  async reload(): Promise<null> {
    await this.owner.session.inWindow(this.window, (driver) => driver.navigate().refresh())
    return null
  }

  /** By the page's own history: the driver's command fails on some pages of WebKitGTK 2.50. */
  async goBack(): Promise<null> {
    const before = await this.currentUrl()
    await this.evaluate(() => history.back())
    await retry(async () => {
      if ((await this.currentUrl()) === before) throw new Pending('The page is still the same')
    })
    return null
  }

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
      const url = await this.currentUrl()
      if (!matchesUrl(url, pattern)) throw new Pending(`The address is ${url}, not ${String(pattern)}`)
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
    if (name === 'request' || name === 'response') this.owner.on(name, listener)
    else this.heard.on(name, listener)
    return this
  }

  /** Passes on what the page has written. */
  said(type: string, text: string): void {
    if (type === 'pageerror') this.heard.emit('pageerror', Object.assign(new Error(text), { stack: text }))
    else this.heard.emit('console', { type: () => type, text: () => text })
  }

  async title(): Promise<string> {
    return this.owner.session.inWindow(this.window, (driver) => driver.getTitle())
  }

  async content(): Promise<string> {
    return this.evaluate(() => document.documentElement.outerHTML)
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

  setViewportSize = (size: Size) =>
    resizeWindow(size, {
      inWindow: (work) => this.owner.session.inWindow(this.window, work),
      measure: () => this.evaluate(() => ({ width: innerWidth, height: innerHeight })),
    })

  async close(): Promise<void> {
    this.isGone = true
    await this.owner.closeWindow(this.window)
  }

  /** Performs keys and presses as a person's hands would; points are of the window. */
  async act(build: (actions: Actions) => Actions): Promise<void> {
    await this.owner.session.inWindow(this.window, (driver) => build(driver.actions({ async: true })).perform())
  }

  /** Where a point of a frame's document is in the window; the pages around it are scrolled until it is in view. */
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

  /** Compares in the page until it is as expected, or the time is over. */
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

  private async currentUrl(): Promise<string> {
    await this.remember()
    return this.lastUrl
  }

  private async remember(): Promise<void> {
    this.lastUrl = await this.owner.session.inWindow(this.window, (driver) => driver.getCurrentUrl())
  }
}
