/** The dialog around a form with `display="dialog"`. It opens for the page or its links, never by itself. */
import { isolateShortcuts } from '../../widget/keep-keys.ts'
import type { FormMessages } from '../../widget/messages/catalog.ts'
import { createStyleAdopter } from '../../widget/styles/stylesheet.ts'
import dialogText from './dialog.css?inline'

export interface DialogDeps {
  /** Whether the form, or the fallback of a crashed one, is visible. */
  isShown: () => boolean
  /** Whether a registration is being sent: then nothing closes the dialog. */
  isBusy: () => boolean
  onToggle: (event: 'vr-open' | 'vr-close') => void
}

export const adoptDialogStyles = createStyleAdopter(dialogText)

export const themeAttributes = ['lang', 'dir', 'data-theme', 'data-density']

export class FormDialog {
  readonly #deps: DialogDeps
  readonly #dialog = document.createElement('dialog')
  readonly #bar = document.createElement('div')
  readonly #button = document.createElement('button')
  #isWanted = false
  #unlockScroll: (() => void) | undefined

  constructor(deps: DialogDeps) {
    this.#deps = deps
    this.#dialog.className = 'vr-root vr-dialog'
    this.#bar.className = 'vr-root vr-dialog-bar'
    this.#button.className = 'vr-button vr-button-plain'
    this.#button.type = 'button'
    this.#button.part.add('button')
    this.#button.addEventListener('click', () => this.close())
    this.#bar.append(this.#button)
    isolateShortcuts(this.#dialog)
    const keepOpenWhileBusy = (event: Event) => {
      if (deps.isBusy()) event.preventDefault()
    }
    this.#dialog.addEventListener('cancel', keepOpenWhileBusy)
    this.#dialog.addEventListener('keydown', (event) => {
      // A second Escape closes the dialog even when `cancel` is prevented.
      if (event.key === 'Escape') keepOpenWhileBusy(event)
    })
    this.#dialog.addEventListener('close', () => {
      if (!this.#dialog.open) this.#reportClose()
    })
  }

  wrap(frame: HTMLElement): HTMLElement {
    // The frame around the bar keeps the page's styles out.
    const barFrame = document.createElement('div')
    barFrame.className = 'vr-frame vr-dialog-bar-frame'
    barFrame.append(this.#bar)
    this.#dialog.replaceChildren(barFrame, frame)
    return this.#dialog
  }

  /** Returns the dialog while it is open. */
  place(): HTMLElement | undefined {
    return this.#dialog.open ? this.#dialog : undefined
  }

  readonly label = ({ dialog: words }: FormMessages): void => {
    this.#button.textContent = words.close
    this.#dialog.setAttribute('aria-label', words.open)
  }

  /** Copies theme, language and colors of the form's root. */
  follow(root: HTMLElement | null): void {
    this.#button.disabled = this.#deps.isBusy()
    if (root === null) return
    for (const part of [this.#dialog, this.#bar]) {
      for (const name of themeAttributes) part.setAttribute(name, root.getAttribute(name) ?? '')
      // Includes the replacements for unreadable colors.
      part.style.cssText = root.style.cssText
    }
  }

  /** Opens the dialog, or does so once the form is visible. On close, the focus returns to `trigger`, or to the element that has it now. */
  open(opener?: HTMLElement): void {
    this.#isWanted = !this.#deps.isShown()
    if (this.#isWanted || this.#dialog.open) return
    // The close event is delayed: the dialog may be opened again before it.
    this.#reportClose()
    // Safari does not focus buttons on click, and the dialog returns the focus on close.
    opener?.focus({ preventScroll: true })
    this.#unlockScroll = lockScroll()
    this.#dialog.showModal()
    this.#deps.onToggle('vr-open')
  }

  onFormShown(): void {
    if (this.#isWanted) this.open()
  }

  /** Closes the dialog. Does nothing while a registration is being sent. */
  close(): void {
    this.#isWanted = false
    if (this.#dialog.open && !this.#deps.isBusy()) this.#dialog.close()
  }

  /** Call when the element is removed: unlocks scrolling even while a registration is being sent. */
  end(): void {
    this.#isWanted = false
    this.#dialog.close()
  }

  #reportClose(): void {
    if (this.#unlockScroll === undefined) return
    this.#unlockScroll()
    this.#unlockScroll = undefined
    this.#deps.onToggle('vr-close')
  }
}

/** Locks the page's scrolling. Returns a function that unlocks it and restores the position. */
function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement
  const { scrollX, scrollY, innerWidth } = window
  // Reserve space for the scroll bar, to avoid a layout shift.
  const lockedStyles = { overflow: 'hidden', ...(innerWidth > clientWidth && { 'scrollbar-gutter': 'stable' }) }
  const previousStyles = Object.keys(lockedStyles).map(
    (name) => [name, style.getPropertyValue(name), style.getPropertyPriority(name)] as const,
  )
  // Overrides `!important` rules of the page.
  for (const [name, value] of Object.entries(lockedStyles)) style.setProperty(name, value, 'important')
  return () => {
    for (const property of previousStyles) style.setProperty(...property)
    // A page whose body scrolls loses its position.
    window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
  }
}
