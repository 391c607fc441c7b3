/** Places an element where a page cannot write its tag: in marked elements, and after a bare script tag. */

/** Copies `data-` attributes to the element's attributes: `data-api-base` becomes `api-base`. Attributes whose name also has
 *  `data-` on the element keep it. */
function copyAttributes(tag: string, from: Element, to: Element): void {
  for (const { name, value } of from.attributes) {
    if (!name.startsWith('data-') || name === `data-${tag}`) continue
    to.setAttribute(/^data-(default-|override-|layer$)/.test(name) ? name : name.slice('data-'.length), value)
  }
}

/** Fills each marked element; its content becomes the fallback. */
function fillMarked(tag: string): void {
  for (const place of document.querySelectorAll(`[data-${tag}]`)) {
    if (place.querySelector(tag) !== null) continue
    const element = document.createElement(tag)
    copyAttributes(tag, place, element)
    element.append(...place.childNodes)
    place.append(element)
  }
}

/** Fills elements marked with `data-` and the tag's name, now and whenever the page adds some. */
export function watchForMarked(tag: string): void {
  fillMarked(tag)
  new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => addedNodes.length > 0)) fillMarked(tag)
  }).observe(document, { childList: true, subtree: true })
}

/**
 * Places the element after a script tag that carries its options: `<script src="…" data-api-base="…">`.
 *
 * @param asking the attribute by which a script tag requests the element
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
