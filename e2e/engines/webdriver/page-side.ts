/** Playwright's script inside the page: its selectors, its waiting for an element, its matchers. WebDriver injects the same
 *  script as Playwright in its own browsers, so that a locator and an `expect` mean the same in every engine. */
import { injectedSource } from './playwright-parts.ts'

/** The members that the driver calls. */
export interface PageSide {
  parseSelector(selector: string): unknown
  querySelector(selector: unknown, root: Node, strict: boolean): Element | undefined
  querySelectorAll(selector: unknown, root: Node): Element[]
  /** Returns nothing when the element has all of these states. */
  checkElementStates(element: Element, states: string[], frameVisible: boolean): Promise<unknown>
  elementState(element: Element, state: string, frameVisible: boolean): { matches: boolean }
  /** Lets a click through to the element only; else returns what covers it. */
  setupHitTargetInterceptor(
    element: Element,
    action: 'hover' | 'mouse',
    point: { x: number; y: number },
    blockAll: boolean,
  ): string | { stop(): unknown }
  /** Returns `done`, or `needsinput` when the text is selected and has to be typed. */
  fill(element: Element, value: string): string
  selectOptions(element: Element, options: object[]): string | string[]
  focusNode(element: Element, resetSelection: boolean): unknown
  blurNode(element: Element): unknown
  retarget(element: Element, behavior: string): Element | null
  expect(element: Element | undefined, options: object, elements: Element[], frameVisible: boolean): Promise<object>
}

/** Its key in a page's `window`: a symbol, since test pages list their global names. */
export const sideKey = "Symbol.for('page side')"

/** Returns the script that installs it in a page. */
export function pageSideScript(): string {
  const source = injectedSource('InjectedScript')
  const options = {
    isUnderTest: false,
    sdkLanguage: 'javascript',
    testIdAttributeName: 'data-testid',
    stableRafCount: 1,
    browserName: 'webkit',
    isUtilityWorld: false,
    customEngines: [],
  }
  return `Object.defineProperty(globalThis, ${sideKey}, { value: (() => { const module = {}; ${source}
    return new (module.exports.InjectedScript())(globalThis, ${JSON.stringify(options)}) })() })`
}
