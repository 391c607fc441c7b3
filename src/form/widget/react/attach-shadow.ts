/** Creates the shadow root of a form that is isolated from the page's own document. */
import { adoptFirstScreenStyles, adoptLaterStyles } from '../styles/stylesheet.ts'

/**
 * Attaches a shadow root with our style sheet to a host, or reuses an existing one. Throws in browsers without
 * constructable style sheets (before 2023).
 *
 * @returns the element for the form: a frame that keeps the page's fonts, colors and spacing out
 */
export function attachShadow(host: Element): Element {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  adoptFirstScreenStyles(shadow)
  adoptLaterStyles(shadow)
  const frame = shadow.querySelector('.vr-frame') ?? shadow.appendChild(document.createElement('div'))
  frame.className = 'vr-frame'
  return frame
}
