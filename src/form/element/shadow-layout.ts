/** The content of the element's shadow root: a frame for the form, and a slot for the content between the tags. */
import { adoptFirstScreenStyles } from '../widget/styles/stylesheet.ts'
import type { ElementOptions } from './options.ts'
import type { FormDialog } from './program/form-dialog.ts'

export type Isolation = NonNullable<ElementOptions['isolation']>

export interface ShadowLayout {
  isolation: Isolation
  mount: HTMLElement
  /** Attaches the form and its style sheet at the element's current place. */
  attach(): void
  /** Shows or hides the form and the content between the tags. */
  setVisible(isFormShown: boolean, isFallbackShown: boolean): void
  /** Whether the form, or the fallback of a crashed one, is visible. */
  isFormShown(): boolean
  /** Shows that the form is unavailable, with a link to the official site if there is one. */
  showUnavailable(officialUrl: string | undefined): void
}

/** The slot for a form in the page's own document (`isolation="none"`). */
const openSlot = 'vr-form'

/** Only the content between the tags is visible at first. With `none`, the shadow root contains only slots. */
export function createShadowLayout(
  host: HTMLElement,
  isolation: Isolation = 'shadow',
  dialog?: FormDialog,
): ShadowLayout {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const [frame, mount, notice] = [createElement('div'), createElement('div'), createElement('p')]
  const fallback = createSlot()
  const isOpen = isolation === 'none'
  // Remove an earlier form, or that of a cloned element: it no longer works.
  for (const oldForm of host.querySelectorAll(`:scope > [slot=${openSlot}]`)) oldForm.remove()
  if (isOpen) mount.slot = openSlot
  else frame.className = 'vr-frame'
  frame.hidden = true
  frame.append(createSlot('header'), isOpen ? createSlot(openSlot) : mount, createSlot('footer'))
  shadow.replaceChildren(dialog?.wrap(frame) ?? frame, fallback)
  adoptFirstScreenStyles(shadow)
  const placeFallback = () => {
    // An open dialog covers the page.
    const place = dialog?.place() ?? shadow
    if (fallback.parentNode !== place) place.append(fallback)
  }
  return {
    isolation,
    mount,
    attach() {
      placeFallback()
      if (!isOpen) return
      if (mount.parentNode !== host) host.append(mount)
      adoptFirstScreenStyles(host.getRootNode())
    },
    setVisible(isFormShown, isFallbackShown) {
      notice.remove()
      frame.hidden = !isFormShown
      fallback.hidden = !isFallbackShown
      placeFallback()
    },
    isFormShown: () => !frame.hidden,
    showUnavailable(officialUrl) {
      const isSpanish = host.matches(':lang(es)')
      notice.textContent = isSpanish ? 'El formulario no se puede mostrar aquí. ' : 'The form cannot be shown here. '
      if (officialUrl !== undefined) {
        const link = createElement('a')
        link.href = officialUrl
        link.textContent = link.host
        notice.append(link)
      }
      shadow.append(notice)
    },
  }
}

function createElement<Name extends keyof HTMLElementTagNameMap>(name: Name): HTMLElementTagNameMap[Name] {
  return document.createElement(name)
}

function createSlot(name = ''): HTMLSlotElement {
  const element = createElement('slot')
  element.name = name
  return element
}

/** Whether the element has fallback content: more than white space and slotted content. */
export function hasFallback(element: Element): boolean {
  return [...element.childNodes].some((node) =>
    'slot' in node ? node.slot === '' : node.nodeType === node.TEXT_NODE && node.nodeValue?.trim() !== '',
  )
}
