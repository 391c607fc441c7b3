/** How a form with a `display` is opened and closed: by the page, by its links and buttons, or by the button of its own. */
import type { ElementOptions } from './element-options.ts'
import { followOpeners } from './follow-openers.ts'
import { type Display, type FormDialog, formDialog } from './form-dialog.ts'

/** What it needs of the element. */
export interface OpeningDeps {
  element: HTMLElement
  options: () => Pick<ElementOptions, 'display'>
  /** Whether the form, or what is left of it, can be seen. */
  isShown: () => boolean
  /** Whether a registration is on its way. */
  isBusy: () => boolean
  /** Loads the form now, if it is not there and can be had. */
  load: () => void
  /** The dialog was opened or closed. */
  onToggle: (event: 'vr-open' | 'vr-close', detail: { display: Display }) => void
  warn: (sentence: string) => void
}

/** The opening of one form. */
export class FormOpening {
  readonly #deps: OpeningDeps
  #dialog: FormDialog | undefined
  #isWanted = false

  constructor(deps: OpeningDeps) {
    this.#deps = deps
  }

  /** The dialog around the form; `undefined` for a form that stands in the page, and before it is there. */
  get dialog(): FormDialog | undefined {
    return this.#dialog
  }

  /** Makes the dialog anew, as the options now say. */
  make(): FormDialog | undefined {
    const display = this.#display()
    this.#dialog = display && formDialog(display, this.#deps)
    return this.#dialog
  }

  /** Lets the page's links and buttons open the form; gives a function that ends it. */
  listen(): () => void {
    const { element, isShown } = this.#deps
    if (this.#display() === undefined) return () => undefined
    return followOpeners({
      isMeant: (name) => name === '' || name === element.id,
      canOpen: isShown,
      open: (opener) => this.open(opener),
    })
  }

  /** Names a `display` that has changed too late. */
  check(): void {
    if (this.#display() === this.#dialog?.display) return
    this.#deps.warn('display counts when the form comes onto the page. Take the element out, and put it in again.')
  }

  /** Opens the form, or as soon as it is there. */
  open(opener?: HTMLElement): void {
    const { isShown, load, warn } = this.#deps
    if (this.#display() === undefined) warn('open() needs display="modal", "drawer" or "button".')
    this.#isWanted = !isShown()
    if (this.#isWanted) load()
    else this.#dialog?.open(opener)
  }

  /** The form can be seen now. */
  shown(): void {
    if (this.#isWanted) this.open()
  }

  /** Does nothing while a registration is on its way. */
  close(): void {
    this.#isWanted = false
    this.#dialog?.close()
  }

  /** The element leaves the page: the page scrolls again, whatever is under way. */
  end(): void {
    this.#isWanted = false
    this.#dialog?.end()
  }

  #display(): Display | undefined {
    const { display = 'inline' } = this.#deps.options()
    return display === 'inline' ? undefined : display
  }
}
