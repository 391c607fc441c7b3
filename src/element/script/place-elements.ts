/** Places an element where a page cannot write its tag: in marked elements, and after a bare script tag.
 *
 *  A marked element may come from an author whose markup the site only sanitizes: sanitizers keep `data-` attributes. So only
 *  listed names of the element's own table are copied from it, and none that decides where a voter's data go, what the form
 *  says or who is informed. Those come from a script tag, which no sanitizer lets through. */
import { nearestName } from '../../contract/nearest-name.ts'
import type { Attributes } from '../attributes.ts'
import { scriptAddress, scriptTag } from './script-address.ts'

/** The element that is placed. */
export interface Placed {
  tag: string
  attributes: Attributes
}

/**
 * The attributes that an author may set on a marked element: looks, language, and where the voter came from. Every other one
 * comes from the page's script tag, a new one too until it is listed here.
 */
const byAuthors =
  /^(locale|locale-from-url|appearance|theme|density|subscriber-opt-in|link-target|layout|review|heading-level|display|loading|kiosk|state|region|fields|source|utm[-_]\w+|data-(default|override)-.+)$/

/** Marked elements that the console has named. */
const named = new WeakSet<Element>()

/** Copies an attribute: `data-locale` becomes `locale`. A name that begins with `data-` on the element keeps it. */
function copyAttribute(name: string, from: Element | null, to: Element): void {
  const value = from?.getAttribute(dataName(name)) ?? null
  if (value !== null) to.setAttribute(name, value)
}

const dataName = (name: string): string => (name.startsWith('data-') ? name : `data-${name}`)

/** Returns the script tag with the page's one setting, `data-bff`; this script's own when no tag has it. */
const settingTag = (): Element | null =>
  scriptTag?.hasAttribute('data-bff') ? scriptTag : (document.querySelector('script[data-bff]') ?? scriptTag)

/** Returns the page's BFF: the setting, else the server that serves this script at `/element/<version>/`. */
function pageBff(): string | undefined {
  const setting = settingTag()?.getAttribute('data-bff')
  return setting || /^(https?:[^?#]+)\/element\/[^/?#]+\/[^/?#]+([?#]|$)/.exec(scriptAddress)?.[1]
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

/** Creates the element for a marked one, and names what is left out of it. */
function elementFor(place: Element, { tag, attributes }: Placed, bff: string): Element {
  const element = document.createElement(tag)
  const names = Object.keys(attributes)
  const warn = (name: string, sentence: string) => console.warn(`<${tag}>: ${name} ${sentence}`)
  for (const name of names) {
    const isTheirs = byAuthors.test(name)
    copyAttribute(name, isTheirs ? place : settingTag(), element)
    if (!isTheirs && name !== 'api-base' && place.hasAttribute(dataName(name)))
      warn(dataName(name), 'counts on the script tag only, for all marked elements.')
  }
  for (const name of place.getAttributeNames()) {
    const meant = nearestName(name.replace('data-', ''), names)
    if (meant !== undefined) warn(name, `is not known. Do you mean ${dataName(meant)}?`)
  }
  element.setAttribute('api-base', bff)
  return element
}

/** Fills each marked element; its content becomes the fallback. */
function fillMarked(placed: Placed): void {
  const { tag } = placed
  for (const place of document.querySelectorAll(`[data-${tag}]`)) {
    if (place.querySelector(tag) !== null) continue
    const bff = pageBff()
    const why = refusal(place, bff)
    if (bff === undefined || why !== undefined) {
      if (!named.has(place)) console.warn(`<${tag}>: a marked element stays as it is, since ${why}`)
      named.add(place)
      continue
    }
    const element = elementFor(place, placed, bff)
    // A slot would put an author's words into the form, also below the consent wording.
    for (const child of place.children) child.removeAttribute('slot')
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
  for (const name of Object.keys(attributes)) copyAttribute(name, script, element)
  script.after(element)
}
