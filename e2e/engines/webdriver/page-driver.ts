/** What a locator needs of the page that it is in. */
import type { Actions } from 'selenium-webdriver'

/** In CSS pixels. */
export interface Point {
  x: number
  y: number
}

/** What a matcher asks for. */
export interface Comparison {
  isNot: boolean
  /** In milliseconds. */
  timeout?: number
}

/** What Playwright's matchers want to know. */
export interface Compared {
  matches: boolean
  received?: { value?: unknown }
  log: string[]
  timedOut?: boolean
  errorMessage?: string
}

/** A page, by the selectors of the frames that lead to one of its documents. */
export interface PageDriver {
  readonly keyboard: { press(combination: string): Promise<void> }
  /** Performs keys and presses as a person's hands would. */
  act(build: (actions: Actions) => Actions): Promise<void>
  /** Where a point of a frame's document is in the window; the pages around it are scrolled until it is in view. */
  inWindow(frames: readonly string[], point: Point): Promise<Point>
  /** Runs a function, given by its source, with Playwright's side of the page and these arguments. */
  runSourceIn<Result>(frames: readonly string[], source: string, args: unknown[]): Promise<Result>
  /** Compares in the page until it is as expected, or the time is over. */
  expectIn(
    frames: readonly string[],
    selector: string,
    expression: string,
    options: { isNot: boolean },
    timeout: number,
  ): Promise<Compared>
}
