/** What the element's shadow root holds: a frame for the form, and a slot for what stands between the tags. */

import { adoptStyles } from '../widget/styles/stylesheet.ts'
import type { ElementOptions } from './element-options.ts'
import type { FormDialog } from './form-dialog.ts'

/** Where the form is: in the shadow root, or in the page's own document. */
export type Isolation = NonNullable<ElementOptions['isolation']>

/** The shadow root's parts. */
export interface ShadowParts {
  isolation: Isolation
  /** Where the form is put in. */
  mount: HTMLElement
  /** Puts the form and its sheet in their places, wherever the element is now. */
  settle(): void
  /** Shows the form, or what stands between the tags; both where the form cannot be sent. */
  reveal(isFormShown: boolean, isFallbackShown: boolean): void
  /** Whether the form, or what is left of it, can be seen. */
  isFormShown(): boolean
  /** Says that there is no form, with a link to the official site where its address is known. */
  apologize(officialUrl: string | undefined): void
}

/** The name of the slot for a form that stands between the tags: in the page's own document, shown in the place of ours. */
const openSlot = 'vr-form'

/**
 * Makes them, with only what stands between the tags to be seen.
 *
 * @param isolation with `none` the shadow root holds nothing but slots, of which one shows the form
 * @param dialog left out for a form that stands in the page
 */
export function shadowParts(host: HTMLElement, isolation: Isolation = 'shadow', dialog?: FormDialog): ShadowParts {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const [frame, mount, apology] = [make('div'), make('div'), make('p')]
  const fallback = slot()
  const isOpen = isolation === 'none'
  // One that was there before, or came with a copy of the element, is of no use.
  for (const left of host.querySelectorAll(`:scope > [slot=${openSlot}]`)) left.remove()
  if (isOpen) mount.slot = openSlot
  else frame.className = 'vr-frame'
  frame.hidden = true
  frame.append(slot('header'), isOpen ? slot(openSlot) : mount, slot('footer'))
  shadow.replaceChildren(...(dialog?.around(frame) ?? [frame]), fallback)
  const wearAll = (root: DocumentOrShadowRoot) => {
    adoptStyles(root)
    dialog?.wear(root)
  }
  wearAll(shadow)
  const placeFallback = () => {
    // A voter who has the dialog before them sees nothing of the page.
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
      wearAll(host.getRootNode() as Document | ShadowRoot)
    },
    reveal(isFormShown, isFallbackShown) {
      apology.remove()
      frame.hidden = !isFormShown
      fallback.hidden = !isFallbackShown
      dialog?.offer(isFormShown)
      placeFallback()
    },
    isFormShown: () => !frame.hidden,
    apologize(officialUrl) {
      const isSpanish = host.matches(':lang(es)')
      apology.textContent = isSpanish ? 'El formulario no se puede mostrar aquí. ' : 'The form cannot be shown here. '
      if (officialUrl !== undefined) {
        const link = make('a')
        link.href = officialUrl
        link.textContent = new URL(officialUrl, location.href).host
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
