/** The dialog around a form, and the button in the page that opens it. Nothing opens by itself. */
import { keepKeys } from '../../widget/keep-keys.ts'
import type { Words } from '../../widget/messages/catalogue.ts'
import { styleAdopter } from '../../widget/styles/style-adopter.ts'
import type { ElementOptions } from '../element-options.ts'
import dialogText from './dialog.css?inline'
import { lockScroll } from './lock-scroll.ts'

/** How a form that is not inline is opened. */
export type Display = Exclude<NonNullable<ElementOptions['display']>, 'inline'>

/** What the dialog needs from the element. */
export interface DialogDeps {
  /** Whether a registration is being sent: then nothing closes the dialog. */
  isBusy: () => boolean
  onToggle: (event: 'vr-open' | 'vr-close', detail: { display: Display }) => void
}

/** The dialog of one form. */
export interface FormDialog {
  display: Display
  /** Returns the content of the shadow root: the opener in the page, if any, and the dialog around the form's frame. */
  around(frame: HTMLElement): HTMLElement[]
  /** Returns the parent for visible content while the dialog is open; `undefined` while it is closed. */
  place(): HTMLElement | undefined
  /** Shows or hides the opener. */
  offer(isOffered: boolean): void
  label: (words: Words) => void
  /** Copies the look of the form's root, and follows its step. */
  follow(root: HTMLElement | null): void
  /** @param opener gets the focus when the dialog closes; by default, the element that has the focus now */
  open(opener?: HTMLElement): void
  /** Closes the dialog. Does nothing while a registration is being sent. */
  close(): void
  /** Closes the dialog, even while a registration is being sent. */
  end(): void
}

/** Adds the styles that the form needs in a dialog to a document or shadow root. */
export const adoptDialogStyles = styleAdopter(dialogText)

/** The attributes of the form's root that determine its look. */
export const lookAttributes = ['lang', 'dir', 'data-theme', 'data-density']

/** Creates the dialog, closed. */
export function formDialog(display: Display, { isBusy, onToggle }: DialogDeps): FormDialog {
  const dialog = document.createElement('dialog')
  dialog.className = 'vr-root vr-dialog'
  dialog.dataset.display = display
  const closing = button('vr-dialog-bar', 'vr-button-plain')
  const opening = button('vr-opener', 'vr-button-primary')
  opening.button.setAttribute('aria-haspopup', 'dialog')
  for (const root of [dialog, opening.root]) keepKeys(root)
  let unlock: (() => void) | undefined

  const closed = () => {
    if (unlock === undefined) return
    unlock()
    unlock = undefined
    onToggle('vr-close', { display })
  }
  const open = (opener?: HTMLElement) => {
    if (dialog.open) return
    // The browser reports a close with a delay; the dialog may be opened again before.
    closed()
    // Safari does not focus a button on click. Focus it here, so that the dialog can return the focus to it.
    opener?.focus({ preventScroll: true })
    unlock = lockScroll()
    dialog.showModal()
    onToggle('vr-open', { display })
  }
  const close = () => {
    if (dialog.open && !isBusy()) dialog.close()
  }
  opening.button.addEventListener('click', () => open(opening.button))
  closing.button.addEventListener('click', close)
  const keepWhileBusy = (event: Event) => {
    if (isBusy()) event.preventDefault()
  }
  dialog.addEventListener('cancel', keepWhileBusy)
  dialog.addEventListener('keydown', (event) => {
    // A second Escape closes the dialog even when `cancel` is prevented.
    if (event.key === 'Escape') keepWhileBusy(event)
  })
  dialog.addEventListener('close', () => {
    if (!dialog.open) closed()
  })
  return {
    display,
    around(frame) {
      dialog.replaceChildren(closing.frame, frame)
      return display === 'button' ? [opening.frame, dialog] : [dialog]
    },
    place: () => (dialog.open ? dialog : undefined),
    offer(isOffered) {
      opening.frame.hidden = !isOffered
    },
    label({ dialog: words }) {
      opening.button.textContent = words.open
      closing.button.textContent = words.close
      dialog.setAttribute('aria-label', words.open)
    },
    follow(root) {
      closing.button.disabled = isBusy()
      if (root === null) return
      for (const part of [dialog, opening.root, closing.root]) {
        for (const name of lookAttributes) part.setAttribute(name, root.getAttribute(name) ?? '')
        // Includes the replacements for unreadable colors.
        part.style.cssText = root.style.cssText
      }
    },
    open,
    close,
    end: () => dialog.close(),
  }
}

/** Creates a button that looks like the form's, in a frame that keeps the page's styles out. */
function button(kind: string, look: string) {
  const [frame, root, made] = [
    document.createElement('div'),
    document.createElement('div'),
    document.createElement('button'),
  ]
  frame.className = `vr-frame ${kind}-frame`
  root.className = `vr-root ${kind}`
  made.className = `vr-button ${look}`
  made.type = 'button'
  made.part.add('button')
  root.append(made)
  frame.append(root)
  return { frame, root, button: made }
}
