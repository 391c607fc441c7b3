/** Makes the shadow root of a form that is kept apart from the page's own document. */
import { adoptStyles } from '../styles/stylesheet.ts'

/**
 * Opens a host's shadow root, with our style sheet in it; one that is there already is used again. Throws in browsers
 * without constructable style sheets (before 2023).
 *
 * @returns where the form goes: a frame that nothing of the page's type, colors or spacing passes through
 */
export function attachShadow(host: Element): Element {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  adoptStyles(shadow)
  const frame = shadow.querySelector('.vr-frame') ?? shadow.appendChild(document.createElement('div'))
  frame.className = 'vr-frame'
  return frame
}
