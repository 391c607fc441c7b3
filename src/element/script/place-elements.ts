/** Places an element where a page cannot write its tag: in marked elements, and after a bare script tag.
 *
 *  A marked element may come from an author whose markup the site only sanitizes: sanitizers keep `data-` attributes. So only
 *  names of the element's own table are copied from it, and none that decides where a voter's data go, what the form says or
 *  who is informed. Those come from a script tag, which no sanitizer lets through. */
import type { Attributes } from '../attributes.ts'
import { scriptAddress, scriptTag } from './script-address.ts'

/** The element that is placed. */
export interface Placed {
  tag: string
  attributes: Attributes
}

/** Attributes that only the page itself may set. */
const pageOnly: ReadonlySet<string> = new Set([
  'api-base',
  'partner',
  'messages',
  'prefill',
  'prefill-from-url',
  'official-url',
  'isolation',
  'data-layer',
  'report-state',
  'vote-america-events',
])

/** Marked elements that the console has named. */
const named = new WeakSet<Element>()

/** Copies the listed attributes: `data-locale` becomes `locale`. Names that begin with `data-` on the element keep it. */
function copyAttributes(names: readonly string[], from: Element, to: Element): void {
  for (const name of names) {
    const value = from.getAttribute(name.startsWith('data-') ? name : `data-${name}`)
    if (value !== null) to.setAttribute(name, value)
  }
}

/** Returns the script tag with the page's one setting, `data-bff`. A module has no tag of its own. */
const settingTag = (): Element | null =>
  scriptTag?.hasAttribute('data-bff') ? scriptTag : document.querySelector('script[data-bff]')

/** Returns the page's BFF: the setting, else the server that serves this script at `/element/<version>/`. */
function pageBff(): string | undefined {
  return (
    settingTag()?.getAttribute('data-bff') ?? /^(https?:[^?#]+)\/element\/[^/?#]+\/[^/?#]+$/.exec(scriptAddress)?.[1]
  )
}

/** Returns an address in one spelling, without its last slash. A link never throws, and old browsers have no `URL.canParse`. */
function normalized(address: string): string {
  const { href } = Object.assign(document.createElement('a'), { href: address })
  return href.endsWith('/') ? href.slice(0, -1) : href
}

/** Returns why a marked element gets no form; `undefined` when it gets one. */
function refusal(place: Element, bff: string | undefined): string | undefined {
  const wanted = place.getAttribute('data-api-base')
  if (bff === undefined)
    return 'this page does not say which server it trusts. Write data-bff="https://…" with the address of your BFF on the script tag.'
  if (wanted === null || normalized(wanted) === normalized(bff)) return undefined
  return `data-api-base="${wanted}" is not the server of this page, ${bff}. Leave it out, or write data-bff on the script tag.`
}

/** Fills each marked element; its content becomes the fallback. */
function fillMarked({ tag, attributes }: Placed): void {
  for (const place of document.querySelectorAll(`[data-${tag}]`)) {
    if (place.querySelector(tag) !== null) continue
    const bff = pageBff()
    const why = refusal(place, bff)
    if (bff === undefined || why !== undefined) {
      if (!named.has(place)) console.warn(`<${tag}>: a marked element stays as it is, since ${why}`)
      named.add(place)
      continue
    }
    const element = document.createElement(tag)
    const names = Object.keys(attributes)
    const setting = settingTag()
    if (setting !== null) {
      copyAttributes(
        names.filter((name) => pageOnly.has(name)),
        setting,
        element,
      )
    }
    element.setAttribute('api-base', bff)
    copyAttributes(
      names.filter((name) => !pageOnly.has(name)),
      place,
      element,
    )
    element.append(...place.childNodes)
    place.append(element)
  }
}

/** Fills elements marked with `data-` and the tag's name, now and whenever the page adds some. */
export function watchForMarked(placed: Placed): void {
  fillMarked(placed)
  new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => addedNodes.length > 0)) fillMarked(placed)
  }).observe(document, { childList: true, subtree: true })
}

/**
 * Places the element after a script tag that carries its options: `<script src="…" data-api-base="…">`.
 *
 * @param asking the attribute by which a script tag requests the element
 */
export function placeBehind({ tag, attributes }: Placed, script: HTMLScriptElement | null, asking: string): void {
  if (script === null || !script.hasAttribute(asking)) return
  if (script.closest('body') === null) {
    console.warn(
      `<${tag}>: a script tag with ${asking} puts the element where it stands, so it belongs into the page’s body, not its head.`,
    )
    return
  }
  const element = document.createElement(tag)
  copyAttributes(Object.keys(attributes), script, element)
  script.after(element)
}
