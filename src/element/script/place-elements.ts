/** Puts an element where a page cannot write its tag: into marked elements, and behind a bare script tag. */

/** The attributes of the element from `data-` attributes: `data-api-base` becomes `api-base`. Those that are called so on
 *  the element too stay as they are. */
function copyAttributes(tag: string, from: Element, to: Element): void {
  for (const { name, value } of from.attributes) {
    if (!name.startsWith('data-') || name === `data-${tag}`) continue
    to.setAttribute(/^data-(default-|override-|layer$)/.test(name) ? name : name.slice('data-'.length), value)
  }
}

/** Fills each marked element; what stands in it becomes the fallback. */
function fillMarked(tag: string): void {
  for (const place of document.querySelectorAll(`[data-${tag}]`)) {
    if (place.querySelector(tag) !== null) continue
    const element = document.createElement(tag)
    copyAttributes(tag, place, element)
    element.append(...place.childNodes)
    place.append(element)
  }
}

/** Fills elements marked with `data-` and the tag's name, now and whenever some are added to the page. */
export function watchForMarked(tag: string): void {
  fillMarked(tag)
  new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => addedNodes.length > 0)) fillMarked(tag)
  }).observe(document, { childList: true, subtree: true })
}

/**
 * Puts the element behind a script tag that says what it needs: `<script src="…" data-api-base="…">`.
 *
 * @param asking the attribute by which a script tag asks for the element
 */
export function placeBehind(tag: string, script: HTMLScriptElement | null, asking: string): void {
  if (script === null || !script.hasAttribute(asking)) return
  if (script.closest('body') === null) {
    console.warn(
      `<${tag}>: a script tag with ${asking} puts the element where it stands, so it belongs into the page’s body, not its head.`,
    )
    return
  }
  const element = document.createElement(tag)
  copyAttributes(tag, script, element)
  script.after(element)
}
