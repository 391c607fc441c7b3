/** The half of Playwright that runs inside a page: its selectors, its waiting for an element, its matchers. What Playwright
 *  sends to its own browsers is sent by WebDriver too, so that a locator and an `expect` mean the same in every engine. */
import { injectedSource } from './playwright-parts.ts'

/** What of it the driver calls. */
export interface PageSide {
  parseSelector(selector: string): unknown
  querySelector(selector: unknown, root: Node, strict: boolean): Element | undefined
  querySelectorAll(selector: unknown, root: Node): Element[]
  /** Nothing when the element has all of these states. */
  checkElementStates(element: Element, states: string[], frameVisible: boolean): Promise<unknown>
  elementState(element: Element, state: string, frameVisible: boolean): { matches: boolean }
  /** Lets a press through to the element only; or what is in front of it. */
  setupHitTargetInterceptor(
    element: Element,
    action: 'hover' | 'mouse',
    point: { x: number; y: number },
    blockAll: boolean,
  ): string | { stop(): unknown }
  /** `done`, or `needsinput` when the text is selected and is to be typed. */
  fill(element: Element, value: string): string
  selectOptions(element: Element, options: object[]): string | string[]
  focusNode(element: Element, resetSelection: boolean): unknown
  blurNode(element: Element): unknown
  retarget(element: Element, behavior: string): Element | null
  expect(element: Element | undefined, options: object, elements: Element[], frameVisible: boolean): Promise<object>
}

/** Where it is kept in a page: under a symbol, since pages of the tests list the names that are there. */
export const sideKey = "Symbol.for('page side')"

/** The script that puts it into a page. */
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
