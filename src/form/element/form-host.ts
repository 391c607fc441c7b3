/** What the element and its program are to each other. Does not mention React: the element's types depend on this file, and a
 *  page with a tag may not have React's types. */
import type { Prefill, Status } from '../widget/options.ts'
import type { ElementEventDetails, ElementEventName } from './element-events.ts'
import type { ElementOptions } from './element-options.ts'
import type { DrawnScreen } from './first-screen/drawn-screen.ts'
import type { FormDialog } from './program/form-dialog.ts'
import type { Isolation, ShadowParts } from './shadow-parts.ts'

/** The element, as its program sees it. */
export interface FormHost {
  readonly element: HTMLElement & { diagnose(): Promise<import('./diagnose.ts').Diagnosis> }
  readonly instanceId: string
  readonly internals: ElementInternals | undefined
  /** The options that the page has set as properties, as it has set them. */
  readonly written: Partial<ElementOptions>
  /** What is on the screen already. */
  readonly drawn: DrawnScreen | undefined
  /** Returns the parts of the shadow root: those with what is drawn, or new ones. */
  makeParts: (isolation: Isolation | undefined, dialog: FormDialog | undefined) => ShadowParts
  /** Dispatches an event. Returns `false` when the page prevents the default action. */
  dispatch: <Name extends ElementEventName>(
    options: Partial<ElementOptions>,
    name: Name,
    detail: ElementEventDetails[Name],
  ) => boolean
  /** Logs a warning to the console, once. */
  warn: (sentence: string) => void
  /** The program cannot take over what is drawn: it stays, and goes on at our own page. */
  keepDrawn: () => void
}

/** A form whose program runs. */
export interface RunningForm {
  readonly status: Status
  focus(options?: FocusOptions & { field?: keyof Prefill }): void
  reset(): void
  setPrefill(prefill: Prefill): void
  /** @param opener gets the focus when the dialog closes */
  open(opener?: HTMLElement): void
  close(): void
  /** Shows the form with the current options. */
  show(): void
  /** Closes the dialog: the element may have left the page. */
  end(): void
  /** Takes the form off the page. */
  takeAway(): void
}

/** The program: everything that is not in the first file. */
export interface FormProgram {
  run(host: FormHost): RunningForm
}
