/** Playwright's Locator on WebDriver: finds by Playwright's own selectors, clicks and types with real events. */
import { Key, Origin } from 'selenium-webdriver'
import { Finder, type Text } from './finder.ts'
import { keysOf } from './keys.ts'
import type { Comparison, PageDriver } from './page-driver.ts'
import type { PageSide } from './page-side.ts'
import { escapeForTextSelector } from './playwright-parts.ts'
import { longest, Pending, retry } from './retry.ts'

/** Returns a script that waits for exactly one element and passes it to a function. */
const one = (script: string) =>
  `async (side, selector, ...args) => {
    const element = side.querySelector(side.parseSelector(selector), document, true)
    if (element === undefined) return { absent: true }
    return { value: await (${script})(element, ...args, side) }
  }`

/** Where a page stores the guard of a click. */
const guardKey = "Symbol.for('guard of a press')"

/** Where it stores whether the last click was off center. */
const asideKey = "Symbol.for('aside')"

/** One or more elements, queried again for each action. */
export class WebDriverLocator extends Finder<WebDriverLocator> {
  // Playwright's matchers recognize a locator by this.
  readonly ['_apiName'] = 'Locator'
  readonly selector: string
  private readonly owner: PageDriver
  private readonly frames: readonly string[]

  constructor(owner: PageDriver, selector: string, frames: readonly string[] = []) {
    super()
    this.owner = owner
    this.selector = selector
    this.frames = frames
  }

  page(): PageDriver {
    return this.owner
  }

  locator(selector: string | WebDriverLocator, { hasText, has }: { hasText?: Text; has?: WebDriverLocator } = {}) {
    const inner = typeof selector === 'string' ? selector : `internal:chain=${JSON.stringify(selector.selector)}`
    return this.inside(inner).filter({ ...(hasText !== undefined && { hasText }), ...(has && { has }) })
  }

  filter({
    hasText,
    has,
    hasNot,
  }: {
    hasText?: Text
    has?: WebDriverLocator
    hasNot?: WebDriverLocator
  }): WebDriverLocator {
    const parts = [
      hasText === undefined ? '' : `internal:has-text=${escapeForTextSelector(hasText, false)}`,
      has === undefined ? '' : `internal:has=${JSON.stringify(has.selector)}`,
      hasNot === undefined ? '' : `internal:has-not=${JSON.stringify(hasNot.selector)}`,
    ].filter(Boolean)
    return parts.reduce<WebDriverLocator>((locator, part) => locator.inside(part), this)
  }

  and = (other: WebDriverLocator) => this.inside(`internal:and=${JSON.stringify(other.selector)}`)
  or = (other: WebDriverLocator) => this.inside(`internal:or=${JSON.stringify(other.selector)}`)
  nth = (index: number) => this.inside(`nth=${index}`)
  first = () => this.nth(0)
  last = () => this.nth(-1)

  count(): Promise<number> {
    return this.many((elements) => elements.length)
  }

  async all(): Promise<WebDriverLocator[]> {
    return Array.from({ length: await this.count() }, (_, index) => this.nth(index))
  }

  allTextContents = () => this.many((elements) => elements.map(({ textContent }) => textContent))
  allInnerTexts = () => this.many((elements) => elements.map((element) => (element as HTMLElement).innerText))

  evaluateAll<Arg, Result>(script: (elements: Element[], arg: Arg) => Result, arg?: Arg): Promise<Result> {
    return this.many(script as (elements: Element[], arg: unknown) => Result, arg)
  }

  evaluate<Arg, Result>(script: (element: Element, arg: Arg) => Result, arg?: Arg): Promise<Result> {
    return this.on(script as (element: Element, arg: unknown) => Result, arg)
  }

  /** Returns a handle of a value that stays in the page; only its JSON is available. */
  async evaluateHandle(script: (element: Element) => unknown): Promise<{ jsonValue(): Promise<unknown> }> {
    const name = `handle ${Math.random()}`
    const source = `async (element, name) => { Object.defineProperty(globalThis, Symbol.for(name), { value: await (${String(script)})(element) }) }`
    await this.onSource(source, [name])
    return {
      jsonValue: () => this.owner.runSourceIn(this.frames, '(side, key) => globalThis[Symbol.for(key)]', [name]),
    }
  }

  getAttribute = (name: string) => this.on((element, attribute) => element.getAttribute(String(attribute)), name)
  textContent = () => this.on((element) => element.textContent)
  innerText = () => this.on((element) => (element as HTMLElement).innerText)
  inputValue = () => this.on((element) => (element as HTMLInputElement).value)
  boundingBox = () =>
    this.on((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x, y, width, height }
    })
  isChecked = () => this.state('checked')
  isEnabled = () => this.state('enabled')
  isDisabled = () => this.state('disabled')

  async isVisible(): Promise<boolean> {
    return (await this.many((elements) => elements.length)) > 0 && (await this.state('visible'))
  }

  async isHidden(): Promise<boolean> {
    return !(await this.isVisible())
  }

  async waitFor({ state = 'visible', timeout = longest }: { state?: string; timeout?: number } = {}): Promise<void> {
    const expression = state === 'attached' || state === 'detached' ? `to.be.${state}` : `to.be.${state}`
    const { matches, log } = await this.compare(expression, { isNot: false, timeout })
    if (!matches) throw new Error(`${this.selector} is not ${state} within ${timeout} ms. ${log.join(' ')}`)
  }

  async focus(): Promise<void> {
    await this.onSource('(element, side) => void side.focusNode(element)', [])
  }

  async blur(): Promise<void> {
    await this.onSource('(element, side) => void side.blurNode(element)', [])
  }

  async scrollIntoViewIfNeeded(): Promise<void> {
    await this.on((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  }

  async hover(): Promise<void> {
    const { x, y } = await this.point(['visible'], 'hover')
    await this.owner.act((actions) => actions.move({ x, y, origin: Origin.VIEWPORT, duration: 0 }))
  }

  async click({ modifiers = [], clickCount = 1 }: { modifiers?: string[]; clickCount?: number } = {}): Promise<void> {
    const held = modifiers.map((name) => keysOf(name)[0] ?? Key.NULL)
    await retry(async () => {
      const { x, y } = await this.point(['visible', 'enabled', 'stable'], 'mouse')
      await this.owner.act((actions) => {
        for (const key of held) actions.keyDown(key)
        actions.move({ x, y, origin: Origin.VIEWPORT, duration: 0 })
        for (let click = 0; click < clickCount; click++) actions.press().release()
        for (const key of held) actions.keyUp(key)
        return actions
      })
      if (await this.isMissed()) throw new Pending(`${this.selector} moved away from the press`)
    })
  }

  dblclick = () => this.click({ clickCount: 2 })

  async check(): Promise<void> {
    await this.setChecked(true)
  }

  async uncheck(): Promise<void> {
    await this.setChecked(false)
  }

  async setChecked(checked: boolean): Promise<void> {
    if ((await this.isChecked()) === checked) return
    await this.click()
    await retry(async () => {
      if ((await this.isChecked()) !== checked) throw new Pending(`${this.selector} does not change`)
    })
  }

  async fill(value: string): Promise<void> {
    await this.ready(['visible', 'enabled', 'editable'])
    // WebKitGTK sends keys to a frame only after a click in it.
    if (this.frames.length > 0) await this.click()
    const outcome = await this.onSource<string>('(element, value, side) => side.fill(element, value)', [value])
    if (outcome !== 'needsinput') return
    await this.owner.act((actions) => actions.sendKeys(value === '' ? Key.DELETE : value))
  }

  clear = () => this.fill('')

  async pressSequentially(text: string, { delay = 0 }: { delay?: number } = {}): Promise<void> {
    await this.focus()
    await this.owner.act((actions) => {
      for (const letter of text) actions.sendKeys(letter).pause(delay)
      return actions
    })
  }

  async press(key: string): Promise<void> {
    await this.focus()
    await this.owner.keyboard.press(key)
  }

  async selectOption(wanted: string | { index?: number; label?: string; value?: string }): Promise<string[]> {
    await this.ready(['visible', 'enabled'])
    const option = typeof wanted === 'string' ? { valueOrLabel: wanted } : wanted
    const source = '(element, option, side) => side.selectOptions(element, [option])'
    return retry(async () => {
      const outcome = await this.onSource<string | string[]>(source, [option])
      if (typeof outcome === 'string') throw new Pending(`${this.selector}: ${outcome}`)
      return outcome
    })
  }

  override toString(): string {
    return this.selector
  }

  /** What Playwright's matchers print. */
  get ['_selector'](): string {
    return this.selector
  }

  /** What Playwright's matchers call. */
  async ['_expect'](expression: string, options: Comparison) {
    return this.compare(expression, options)
  }

  /** Retries the comparison in the page until it matches or the timeout ends. */
  private compare(expression: string, { timeout = longest, ...options }: Comparison) {
    return this.owner.expectIn(this.frames, this.selector, expression, options, timeout)
  }

  private inside(part: string): WebDriverLocator {
    return new WebDriverLocator(this.owner, `${this.selector} >> ${part}`, this.frames)
  }

  private async state(state: string): Promise<boolean> {
    const source = '(element, state, side) => side.elementState(element, state, true).matches'
    return this.onSource<boolean>(source, [state])
  }

  private many<Result>(script: (elements: Element[], arg?: unknown) => Result, arg?: unknown): Promise<Result> {
    const source = `(side, selector, arg) => (${String(script)})(side.querySelectorAll(side.parseSelector(selector), document), arg)`
    return this.owner.runSourceIn(this.frames, source, [this.selector, arg])
  }

  private on<Result>(
    script: (element: Element, arg?: unknown, side?: PageSide) => Result,
    arg?: unknown,
  ): Promise<Result> {
    return this.onSource(String(script), [arg])
  }

  private onSource<Result>(script: string, args: unknown[]): Promise<Result> {
    return retry(async () => {
      const found = await this.owner.runSourceIn<{ absent?: boolean; value?: Result }>(this.frames, one(script), [
        this.selector,
        ...args,
      ])
      if (found.absent === true) throw new Pending(`There is no ${this.selector}`)
      return found.value as Result
    })
  }

  private ready(states: string[]): Promise<void> {
    return retry(async () => {
      const source = '(element, states, side) => side.checkElementStates(element, states, true)'
      const missing = await this.onSource(source, [states])
      if (missing !== undefined) throw new Pending(`${this.selector}: ${JSON.stringify(missing)}`)
    })
  }

  /** Whether the last click hit another element, which did not receive it; false when the click has led to another page. */
  private async isMissed(): Promise<boolean> {
    const source = `() => (globalThis[${guardKey}]?.stop() ?? 'done') !== 'done'`
    return this.owner.runSourceIn<boolean>(this.frames, source, []).catch(() => false)
  }

  /** Returns the point where the element can be clicked: in view, and not covered. */
  private point(states: string[], action: 'hover' | 'mouse'): Promise<{ x: number; y: number }> {
    return retry(async () => {
      await this.ready(states)
      const source = `(element, action, side) => {
        element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
        const box = [...element.getClientRects()].find(({ width, height }) => width > 0 && height > 0)
        if (box === undefined) return { hidden: 'it has no size' }
        // Two presses within a second at one point are a double one to WebKit's driver, and to GTK within 0.4 s and 5 pixels.
        const isAside = (globalThis[${asideKey}] = !globalThis[${asideKey}])
        const aside = isAside ? Math.min(8, Math.floor(box.width / 2) - 1) : 0
        const point = { x: Math.floor(box.x + box.width / 2) + aside, y: Math.floor(box.y + box.height / 2) }
        const guard = side.setupHitTargetInterceptor(element, action, point, false)
        if (typeof guard === 'string') return { hidden: guard }
        globalThis[${guardKey}]?.stop()
        globalThis[${guardKey}] = guard
        return point
      }`
      const point = await this.onSource<{ x: number; y: number; hidden?: string }>(source, [action])
      if (point.hidden !== undefined) throw new Pending(`${this.selector} is behind ${point.hidden}`)
      return this.owner.inWindow(this.frames, point)
    })
  }
}
