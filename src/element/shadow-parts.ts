/** What the element's shadow root holds: a frame for the form, and a slot for what stands between the tags. */
import { look } from './look.ts'

/** The shadow root's parts. */
export interface ShadowParts {
  /** Where the form is put in. */
  mount: HTMLElement
  /** Shows the form, or what stands between the tags; both where the form cannot be sent. */
  reveal(isFormShown: boolean, isFallbackShown: boolean): void
}

/** Makes them, with only what stands between the tags to be seen. Throws in browsers without constructable style sheets. */
export function shadowParts(host: HTMLElement): ShadowParts {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets = [look()]
  const [frame, mount] = [document.createElement('div'), document.createElement('div')]
  const fallback = slot()
  frame.className = 'frame'
  frame.hidden = true
  frame.append(slot('header'), mount, slot('footer'))
  shadow.replaceChildren(frame, fallback)
  return {
    mount,
    reveal(isFormShown, isFallbackShown) {
      frame.hidden = !isFormShown
      fallback.hidden = !isFallbackShown
    },
  }
}

function slot(name = ''): HTMLSlotElement {
  const element = document.createElement('slot')
  element.name = name
  return element
}
