/** What a locator needs from its page. */
import type { Actions } from 'selenium-webdriver'

/** A point, in CSS pixels. */
export interface Point {
  x: number
  y: number
}

/** What a matcher expects. */
export interface Comparison {
  isNot: boolean
  /** In milliseconds. */
  timeout?: number
}

/** The result for Playwright's matchers. */
export interface Compared {
  matches: boolean
  received?: { value?: unknown }
  log: string[]
  timedOut?: boolean
  errorMessage?: string
}

/** Drives a page. `frames` are the selectors of the frames that lead to one of its documents. */
export interface PageDriver {
  readonly keyboard: { press(combination: string): Promise<void> }
  /** Performs key and pointer actions as real input. */
  act(build: (actions: Actions) => Actions): Promise<void>
  /** Converts a point of a frame's document to window coordinates; scrolls the outer pages until it is in view. */
  inWindow(frames: readonly string[], point: Point): Promise<Point>
  /** Runs a function, given as source text, with Playwright's injected script and these arguments. */
  runSourceIn<Result>(frames: readonly string[], source: string, args: unknown[]): Promise<Result>
  /** Retries the comparison in the page until it matches or the timeout ends. */
  expectIn(
    frames: readonly string[],
    selector: string,
    expression: string,
    options: { isNot: boolean },
    timeout: number,
  ): Promise<Compared>
}
