/** Places an element where a page cannot write its tag: in marked elements, and after a bare script tag.
 *
 *  A marked element may come from an author whose markup the site only sanitizes: sanitizers keep `data-` attributes. So only
 *  the options for authors are copied from it. The others come from a script tag, which no sanitizer lets through. */
import { type OptionTable, toLink } from '../options.ts'
import { findConfigScript, getDefaultApiBase, scriptAddress } from './load-chunk.ts'

export interface ElementSpec {
  tag: string
  options: OptionTable
}

const warnedElements = new WeakSet<Element>()

/** An author's form may hold fields that are named like members of an element and hide these: ours come from the prototype. */
const elementPrototype = globalThis.Element?.prototype
const hasAttribute = (element: Element, name: string): boolean => elementPrototype.hasAttribute.call(element, name)
const getAttribute = (element: Element, name: string): string | null =>
  elementPrototype.getAttribute.call(element, name)
const querySelector = (element: Element, selector: string): Element | null =>
  elementPrototype.querySelector.call(element, selector)

/** Copies an attribute: `data-locale` becomes `locale`. A name that begins with `data-` on the element keeps it. */
function copyAttribute(name: string, source: Element | null, target: Element): void {
  const value = source === null ? null : getAttribute(source, dataName(name))
  if (value !== null) target.setAttribute(name, value)
}

const dataName = (name: string): string => (name.startsWith('data-') ? name : `data-${name}`)

function normalizeUrl(address: string): string {
  const { href } = toLink(address)
  return href.endsWith('/') ? href.slice(0, -1) : href
}

/** Returns why a marked element gets no form; `undefined` when it gets one. */
function explainRejection(placeholder: Element, bff: string | undefined): string | undefined {
  const requestedUrl = getAttribute(placeholder, 'data-api-base')
  if (bff === undefined) return 'this page names no server. Set data-bff on the script tag to the URL of your BFF.'
  if (requestedUrl === null || normalizeUrl(requestedUrl) === normalizeUrl(bff)) return undefined
  return `data-api-base="${requestedUrl}" is not the server of this page, ${bff}. Remove it, or set data-bff on the script tag.`
}

/** Creates the element for a marked one, and names what counts elsewhere only. */
function createElementFor(placeholder: Element, { tag, options }: ElementSpec, bff: string): Element {
  const element = document.createElement(tag)
  for (const [name, { isForAuthors }] of Object.entries(options)) {
    copyAttribute(name, isForAuthors ? placeholder : findConfigScript(), element)
    if (!isForAuthors && name !== 'api-base' && hasAttribute(placeholder, dataName(name)))
      console.warn(`<${tag}>: ${dataName(name)} works only on the script tag, for all marked elements.`)
  }
  element.setAttribute('api-base', bff)
  return element
}

function fillPlaceholders(spec: ElementSpec): void {
  const { tag } = spec
  for (const placeholder of document.querySelectorAll(`[data-${tag}]`)) {
    if (querySelector(placeholder, tag) !== null) continue
    const bff = getDefaultApiBase()
    const reason = explainRejection(placeholder, bff)
    if (bff === undefined || reason !== undefined) {
      if (!warnedElements.has(placeholder)) console.warn(`<${tag}>: a marked element is not replaced: ${reason}`)
      warnedElements.add(placeholder)
      continue
    }
    const element = createElementFor(placeholder, spec, bff)
    // A slot would put an author's words into the form, also below the consent wording.
    const content = document.createRange()
    content.selectNodeContents(placeholder)
    element.append(content.extractContents())
    for (const child of element.children) elementPrototype.removeAttribute.call(child, 'slot')
    content.insertNode(element)
  }
}

/** What a script tag is to have to be one of ours, and run: consent managers keep one back by its type. */
const runnableType = /^$|module|javascript/

/** Places the element behind script tags that a page's library has written again without running them. */
function insertAfterScripts(
  { tag }: ElementSpec,
  insert: (script: HTMLScriptElement) => void,
  triggerAttribute: string,
): void {
  // The file of the state facts has another name than their tag.
  const file = tag === 'voter-state-facts' ? '/voter-civic.' : `/${tag}.`
  for (const script of document.querySelectorAll<HTMLScriptElement>(`body script[${triggerAttribute}]`)) {
    if (script.src.includes(file) && runnableType.test(script.type)) insert(script)
  }
}

/** Keeps our elements, with what was typed, while a library turns the page into a newer version of itself (Turbo's morphing):
 *  its HTML has the script tag or the marked element, and nothing that we have placed. */
function keepWhileMorphing(event: Event, tag: string): void {
  const { target: current } = event
  const { newElement } = (event as CustomEvent<{ newElement?: unknown } | null>).detail ?? {}
  if (!(current instanceof Element)) return
  if (current.localName !== tag && (!hasAttribute(current, `data-${tag}`) || querySelector(current, tag) === null))
    return
  const isSame =
    newElement instanceof Element
      ? elementPrototype.cloneNode.call(current).isEqualNode(elementPrototype.cloneNode.call(newElement))
      : current.previousElementSibling?.matches('script[data-api-base],script[data-state]')
  if (isSame) event.preventDefault()
}

/** Fills elements marked with `data-` and the tag's name, now and whenever the page adds some. With `asking`, the attribute by
 *  which a script tag requests the element, also such tags that did not run; the console says when nothing asks for it. */
export function watchPlaceholders(spec: ElementSpec, triggerAttribute?: string): void {
  const { tag } = spec
  const fill = () => {
    fillPlaceholders(spec)
    if (triggerAttribute !== undefined)
      insertAfterScripts(spec, (script) => insertAfterScript(spec, script, triggerAttribute), triggerAttribute)
  }
  fill()
  new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => addedNodes.length > 0)) fill()
  }).observe(document, { childList: true, subtree: true })
  document.addEventListener('turbo:before-morph-element', (event) => keepWhileMorphing(event, tag))
  // The file of the state facts may be there for the form alone.
  if (triggerAttribute === undefined || triggerAttribute === 'data-state') return
  const checkUsage = () => {
    if (document.querySelector(`${tag},[data-${tag}]`) !== null) return
    console.info(
      `<${tag}>: this script (${scriptAddress || 'a copy inside the page'}) runs, but no element asks for it, and no script tag has ${triggerAttribute}. Add <${tag} api-base="https://…"></${tag}>.`,
    )
  }
  if (document.readyState === 'complete') checkUsage()
  else addEventListener('load', checkUsage)
}

const scriptsByElement = new WeakMap<Element, HTMLScriptElement>()

/** Places the element after a script tag that carries its options: `<script src="…" data-api-base="…">`. A tag that runs
 *  again, is a copy from a page's snapshot, or is written anew elsewhere keeps the element that it has. */
export function insertAfterScript(
  { tag, options }: ElementSpec,
  script: HTMLScriptElement | null,
  triggerAttribute: string,
): void {
  if (script === null || !script.hasAttribute(triggerAttribute)) return
  const { nextElementSibling: next } = script
  if (next?.localName === tag) {
    scriptsByElement.set(next, script)
    return
  }
  if (script.closest('body') === null) {
    console.warn(
      `<${tag}>: a script tag with ${triggerAttribute} is replaced by the element, so move it from the page’s head to its body.`,
    )
    return
  }
  // Its tag may have been written anew elsewhere: the form follows it.
  const movedElement = [...document.querySelectorAll(tag)].find((candidate) => {
    const current = scriptsByElement.get(candidate)
    return current?.isConnected === false && current.isEqualNode(script)
  })
  const element = movedElement ?? document.createElement(tag)
  if (movedElement === undefined) for (const name of Object.keys(options)) copyAttribute(name, script, element)
  scriptsByElement.set(element, script)
  script.after(element)
}
