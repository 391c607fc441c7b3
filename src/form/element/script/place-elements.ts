/** Places an element where a page cannot write its tag: in marked elements, and after a bare script tag.
 *
 *  A marked element may come from an author whose markup the site only sanitizes: sanitizers keep `data-` attributes. So only
 *  the options for authors are copied from it. The others come from a script tag, which no sanitizer lets through. */
import { type OptionTable, toLink } from '../options.ts'
import { pageBff, scriptAddress, settingTag } from './load-part.ts'

export interface Placed {
  tag: string
  options: OptionTable
}

const named = new WeakSet<Element>()

/** An author's form may hold fields that are named like members of an element and hide these: ours come from the prototype. */
const own = globalThis.Element?.prototype
const has = (element: Element, name: string): boolean => own.hasAttribute.call(element, name)
const read = (element: Element, name: string): string | null => own.getAttribute.call(element, name)
const find = (element: Element, selector: string): Element | null => own.querySelector.call(element, selector)

/** Copies an attribute: `data-locale` becomes `locale`. A name that begins with `data-` on the element keeps it. */
function copyAttribute(name: string, from: Element | null, to: Element): void {
  const value = from === null ? null : read(from, dataName(name))
  if (value !== null) to.setAttribute(name, value)
}

const dataName = (name: string): string => (name.startsWith('data-') ? name : `data-${name}`)

function normalized(address: string): string {
  const { href } = toLink(address)
  return href.endsWith('/') ? href.slice(0, -1) : href
}

/** Returns why a marked element gets no form; `undefined` when it gets one. */
function refusal(place: Element, bff: string | undefined): string | undefined {
  const wanted = read(place, 'data-api-base')
  if (bff === undefined) return 'this page names no server. Set data-bff on the script tag to the URL of your BFF.'
  if (wanted === null || normalized(wanted) === normalized(bff)) return undefined
  return `data-api-base="${wanted}" is not the server of this page, ${bff}. Remove it, or set data-bff on the script tag.`
}

/** Creates the element for a marked one, and names what counts elsewhere only. */
function elementFor(place: Element, { tag, options }: Placed, bff: string): Element {
  const element = document.createElement(tag)
  for (const [name, { isForAuthors }] of Object.entries(options)) {
    copyAttribute(name, isForAuthors ? place : settingTag(), element)
    if (!isForAuthors && name !== 'api-base' && has(place, dataName(name)))
      console.warn(`<${tag}>: ${dataName(name)} works only on the script tag, for all marked elements.`)
  }
  element.setAttribute('api-base', bff)
  return element
}

function fillMarked(placed: Placed): void {
  const { tag } = placed
  for (const place of document.querySelectorAll(`[data-${tag}]`)) {
    if (find(place, tag) !== null) continue
    const bff = pageBff()
    const why = refusal(place, bff)
    if (bff === undefined || why !== undefined) {
      if (!named.has(place)) console.warn(`<${tag}>: a marked element is not replaced: ${why}`)
      named.add(place)
      continue
    }
    const element = elementFor(place, placed, bff)
    // A slot would put an author's words into the form, also below the consent wording.
    const content = document.createRange()
    content.selectNodeContents(place)
    element.append(content.extractContents())
    for (const child of element.children) own.removeAttribute.call(child, 'slot')
    content.insertNode(element)
  }
}

/** What a script tag is to have to be one of ours, and run: consent managers keep one back by its type. */
const runs = /^$|module|javascript/

/** Places the element behind script tags that a page's library has written again without running them. */
function fillBehind({ tag }: Placed, place: (script: HTMLScriptElement) => void, asking: string): void {
  // The file of the state facts has another name than their tag.
  const file = tag === 'voter-state-facts' ? '/voter-civic.' : `/${tag}.`
  for (const script of document.querySelectorAll<HTMLScriptElement>(`body script[${asking}]`)) {
    if (script.src.includes(file) && runs.test(script.type)) place(script)
  }
}

/** Keeps our elements, with what was typed, while a library turns the page into a newer version of itself (Turbo's morphing):
 *  its HTML has the script tag or the marked element, and nothing that we have placed. */
function keepWhileMorphing(event: Event, tag: string): void {
  const { target: old } = event
  const { newElement } = (event as CustomEvent<{ newElement?: unknown } | null>).detail ?? {}
  if (!(old instanceof Element)) return
  if (old.localName !== tag && (!has(old, `data-${tag}`) || find(old, tag) === null)) return
  const isSame =
    newElement instanceof Element
      ? own.cloneNode.call(old).isEqualNode(own.cloneNode.call(newElement))
      : old.previousElementSibling?.matches('script[data-api-base],script[data-state]')
  if (isSame) event.preventDefault()
}

/** Fills elements marked with `data-` and the tag's name, now and whenever the page adds some. With `asking`, the attribute by
 *  which a script tag requests the element, also such tags that did not run; the console says when nothing asks for it. */
export function watchForMarked(placed: Placed, asking?: string): void {
  const { tag } = placed
  const fill = () => {
    fillMarked(placed)
    if (asking !== undefined) fillBehind(placed, (script) => placeBehind(placed, script, asking), asking)
  }
  fill()
  new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => addedNodes.length > 0)) fill()
  }).observe(document, { childList: true, subtree: true })
  document.addEventListener('turbo:before-morph-element', (event) => keepWhileMorphing(event, tag))
  // The file of the state facts may be there for the form alone.
  if (asking === undefined || asking === 'data-state') return
  const look = () => {
    if (document.querySelector(`${tag},[data-${tag}]`) !== null) return
    console.info(
      `<${tag}>: this script (${scriptAddress || 'a copy inside the page'}) runs, but no element asks for it, and no script tag has ${asking}. Add <${tag} api-base="https://…"></${tag}>.`,
    )
  }
  if (document.readyState === 'complete') look()
  else addEventListener('load', look)
}

const scriptOf = new WeakMap<Element, HTMLScriptElement>()

/** Places the element after a script tag that carries its options: `<script src="…" data-api-base="…">`. A tag that runs
 *  again, is a copy from a page's snapshot, or is written anew elsewhere keeps the element that it has. */
export function placeBehind({ tag, options }: Placed, script: HTMLScriptElement | null, asking: string): void {
  if (script === null || !script.hasAttribute(asking)) return
  const { nextElementSibling: next } = script
  if (next?.localName === tag) {
    scriptOf.set(next, script)
    return
  }
  if (script.closest('body') === null) {
    console.warn(
      `<${tag}>: a script tag with ${asking} is replaced by the element, so move it from the page’s head to its body.`,
    )
    return
  }
  // Its tag may have been written anew elsewhere: the form follows it.
  const left = [...document.querySelectorAll(tag)].find((each) => {
    const old = scriptOf.get(each)
    return old?.isConnected === false && old.isEqualNode(script)
  })
  const element = left ?? document.createElement(tag)
  if (left === undefined) for (const name of Object.keys(options)) copyAttribute(name, script, element)
  scriptOf.set(element, script)
  script.after(element)
}
