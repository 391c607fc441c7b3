/** Opens and closes a form with a `display`: for the page, for its links and buttons, or for the form's own button. */
import type { ElementOptions } from '../element-options.ts'
import { type Display, type FormDialog, formDialog } from './form-dialog.ts'

/** What it needs from the element. */
export interface OpeningDeps {
  element: HTMLElement
  options: () => Pick<ElementOptions, 'display'>
  /** Whether the form, or the fallback of a broken one, is visible. */
  isShown: () => boolean
  /** Whether a registration is being sent. */
  isBusy: () => boolean
  /** Called when the dialog is opened or closed. */
  onToggle: (event: 'vr-open' | 'vr-close', detail: { display: Display }) => void
  warn: (sentence: string) => void
}

/** Opens and closes one form. */
export class FormOpening {
  readonly #deps: OpeningDeps
  #dialog: FormDialog | undefined
  #isWanted = false

  constructor(deps: OpeningDeps) {
    this.#deps = deps
  }

  /** The dialog around the form; `undefined` for an inline form, and before the form is loaded. */
  get dialog(): FormDialog | undefined {
    return this.#dialog
  }

  /** Creates the dialog again, from the current options. */
  make(): FormDialog | undefined {
    const display = this.#display()
    this.#dialog = display && formDialog(display, this.#deps)
    return this.#dialog
  }

  /** Warns about a `display` that has changed too late. */
  check(): void {
    if (this.#display() === this.#dialog?.display) return
    this.#deps.warn('display counts when the form comes onto the page. Take the element out, and put it in again.')
  }

  /** Opens the form, now or as soon as it is shown. */
  open(opener?: HTMLElement): void {
    const { isShown, warn } = this.#deps
    if (this.#display() === undefined) warn('open() needs display="modal", "drawer" or "button".')
    this.#isWanted = !isShown()
    if (!this.#isWanted) this.#dialog?.open(opener)
  }

  /** Call when the form becomes visible. */
  shown(): void {
    if (this.#isWanted) this.open()
  }

  /** Closes the dialog. Does nothing while a registration is being sent. */
  close(): void {
    this.#isWanted = false
    this.#dialog?.close()
  }

  /** Call when the element leaves the page: the page scrolls again, even while a registration is being sent. */
  end(): void {
    this.#isWanted = false
    this.#dialog?.end()
  }

  #display(): Display | undefined {
    const { display = 'inline' } = this.#deps.options()
    return display === 'inline' ? undefined : display
  }
}
