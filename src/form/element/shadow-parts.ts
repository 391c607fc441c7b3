/** The content of the element's shadow root: a frame for the form, and a slot for the content between the tags. */
import { adoptFirstScreenStyles } from '../widget/styles/stylesheet.ts'
import type { ElementOptions } from './options.ts'
import type { FormDialog } from './program/form-dialog.ts'

export type Isolation = NonNullable<ElementOptions['isolation']>

export interface ShadowParts {
  isolation: Isolation
  mount: HTMLElement
  /** Moves the form and its style sheet to where they belong, wherever the element is now. */
  settle(): void
  /** Shows the form, or the content between the tags; both when the form cannot be sent. */
  reveal(isFormShown: boolean, isFallbackShown: boolean): void
  /** Whether the form, or the fallback of a broken one, is visible. */
  isFormShown(): boolean
  /** Shows that there is no form, with a link to the official site if its address is known. */
  apologize(officialUrl: string | undefined): void
}

/** The slot for a form between the tags: the form is in the page's own document, and is shown at our place. */
const openSlot = 'vr-form'

/** At first only the content between the tags is visible. With `none` the shadow root contains only slots, one for the form. */
export function shadowParts(host: HTMLElement, isolation: Isolation = 'shadow', dialog?: FormDialog): ShadowParts {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const [frame, mount, apology] = [make('div'), make('div'), make('p')]
  const fallback = slot()
  const isOpen = isolation === 'none'
  // Remove a form from before, or from a copy of the element: it no longer works.
  for (const left of host.querySelectorAll(`:scope > [slot=${openSlot}]`)) left.remove()
  if (isOpen) mount.slot = openSlot
  else frame.className = 'vr-frame'
  frame.hidden = true
  frame.append(slot('header'), isOpen ? slot(openSlot) : mount, slot('footer'))
  shadow.replaceChildren(dialog?.wrap(frame) ?? frame, fallback)
  adoptFirstScreenStyles(shadow)
  const placeFallback = () => {
    // A voter with the dialog open does not see the page.
    const place = dialog?.place() ?? shadow
    if (fallback.parentNode !== place) place.append(fallback)
  }
  return {
    isolation,
    mount,
    settle() {
      placeFallback()
      if (!isOpen) return
      if (mount.parentNode !== host) host.append(mount)
      adoptFirstScreenStyles(host.getRootNode())
    },
    reveal(isFormShown, isFallbackShown) {
      apology.remove()
      frame.hidden = !isFormShown
      fallback.hidden = !isFallbackShown
      placeFallback()
    },
    isFormShown: () => !frame.hidden,
    apologize(officialUrl) {
      const isSpanish = host.matches(':lang(es)')
      apology.textContent = isSpanish ? 'El formulario no se puede mostrar aquí. ' : 'The form cannot be shown here. '
      if (officialUrl !== undefined) {
        const link = make('a')
        link.href = officialUrl
        link.textContent = link.host
        apology.append(link)
      }
      shadow.append(apology)
    },
  }
}

function make<Name extends keyof HTMLElementTagNameMap>(name: Name): HTMLElementTagNameMap[Name] {
  return document.createElement(name)
}

function slot(name = ''): HTMLSlotElement {
  const element = make('slot')
  element.name = name
  return element
}

/** Whether there is visible content between the tags: more than blanks, or content above and below the form. */
export function hasFallback(element: Element): boolean {
  return [...element.childNodes].some((node) =>
    'slot' in node ? node.slot === '' : node.nodeType === node.TEXT_NODE && node.nodeValue?.trim() !== '',
  )
}
