/** Makes the shadow root of a form that does not want to be in the page's own document. */
import { wear } from './styles/stylesheet.ts'

/**
 * Opens a host's shadow root, with our look in it; one that is there already is used again.
 *
 * @returns where the form goes: a frame that nothing of the page's type, colors or spacing passes through
 */
export function openRoot(host: Element): Element {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  wear(shadow)
  const frame = shadow.querySelector('.vr-frame') ?? shadow.appendChild(document.createElement('div'))
  frame.className = 'vr-frame'
  return frame
}
