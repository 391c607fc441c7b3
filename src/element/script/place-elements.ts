/** Puts the element where a page cannot write its tag: into marked elements, and behind a bare script tag. */
import { tagName } from '../define-element.ts'

const marker = 'data-voter-registration'

/** The attributes of the element from `data-` attributes: `data-api-base` becomes `api-base`. Those that are called so on
 *  the element too stay as they are. */
function copyAttributes(from: Element, to: Element): void {
  for (const { name, value } of from.attributes) {
    if (!name.startsWith('data-') || name === marker) continue
    to.setAttribute(/^data-(default|override)-/.test(name) ? name : name.slice('data-'.length), value)
  }
}

/** Fills each marked element; what stands in it becomes the fallback. */
function fillMarked(within: ParentNode): void {
  for (const place of within.querySelectorAll(`[${marker}]`)) {
    if (place.querySelector(tagName) !== null) continue
    const element = document.createElement(tagName)
    copyAttributes(place, element)
    element.append(...place.childNodes)
    place.append(element)
  }
}

/** Fills marked elements now and whenever some are added to the page. */
export function watchForMarked(): void {
  fillMarked(document)
  new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => addedNodes.length > 0)) fillMarked(document)
  }).observe(document, { childList: true, subtree: true })
}

/** Puts the element behind a script tag that says where the BFF is: `<script src="…" data-api-base="…">`. */
export function placeBehind(script: HTMLScriptElement | null): void {
  if (script === null || !script.hasAttribute('data-api-base')) return
  if (script.closest('body') === null) {
    console.warn(
      '<voter-registration>: a script tag with data-api-base puts the form where it stands, so it belongs into the page’s body, not its head.',
    )
    return
  }
  const element = document.createElement(tagName)
  copyAttributes(script, element)
  script.after(element)
}
