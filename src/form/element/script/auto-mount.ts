/** Inserts elements for pages that cannot contain our tag: into placeholders, and after script tags.
 *
 *  A placeholder may come from an untrusted author, since sanitizers keep `data-` attributes. So only the options for authors are
 *  copied from it; the others come from a script tag, which sanitizers remove. */
import { type OptionTable, toLink } from '../options.ts'
import { findConfigScript, getDefaultApiBase, scriptAddress } from './load-chunk.ts'

export interface ElementSpec {
  tag: string
  options: OptionTable
}

const warnedElements = new WeakSet<Element>()

/** Fields in an author's form may shadow members of the form element, so members are called on the prototype. */
const elementPrototype = globalThis.Element?.prototype
const hasAttribute = (element: Element, name: string): boolean => elementPrototype.hasAttribute.call(element, name)
const getAttribute = (element: Element, name: string): string | null =>
  elementPrototype.getAttribute.call(element, name)
const querySelector = (element: Element, selector: string): Element | null =>
  elementPrototype.querySelector.call(element, selector)

/** Copies `data-locale` to `locale`, and so on. Names that begin with `data-` stay as they are. */
function copyAttribute(name: string, source: Element | null, target: Element): void {
  const value = source === null ? null : getAttribute(source, dataName(name))
  if (value !== null) target.setAttribute(name, value)
}

const dataName = (name: string): string => (name.startsWith('data-') ? name : `data-${name}`)

function normalizeUrl(address: string): string {
  const { href } = toLink(address)
  return href.endsWith('/') ? href.slice(0, -1) : href
}

/** Returns why a placeholder gets no form; `undefined` if it gets one. */
function explainRejection(placeholder: Element, bff: string | undefined): string | undefined {
  const requestedUrl = getAttribute(placeholder, 'data-api-base')
  if (bff === undefined) return 'this page names no server. Set data-bff on the script tag to the URL of your BFF.'
  if (requestedUrl === null || normalizeUrl(requestedUrl) === normalizeUrl(bff)) return undefined
  return `data-api-base="${requestedUrl}" is not the server of this page, ${bff}. Remove it, or set data-bff on the script tag.`
}

/** Creates the element for a placeholder, and warns about attributes that only the script tag may have. */
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
    // A slot would put an author's text into the form, also next to the consent text.
    const content = document.createRange()
    content.selectNodeContents(placeholder)
    element.append(content.extractContents())
    for (const child of element.children) elementPrototype.removeAttribute.call(child, 'slot')
    content.insertNode(element)
  }
}

/** Matches types of scripts that run: consent managers block scripts by changing the type. */
const runnableType = /^$|module|javascript/

/** Inserts the element after script tags that a library of the page has rendered without running them. */
function insertAfterScripts(
  { tag }: ElementSpec,
  insert: (script: HTMLScriptElement) => void,
  triggerAttribute: string,
): void {
  // The script of the state facts is not named like its tag.
  const file = tag === 'voter-state-facts' ? '/voter-civic.' : `/${tag}.`
  for (const script of document.querySelectorAll<HTMLScriptElement>(`body script[${triggerAttribute}]`)) {
    if (script.src.includes(file) && runnableType.test(script.type)) insert(script)
  }
}

/** Keeps our elements, with their input, during Turbo's morphing: the new HTML has the script tag or the placeholder, but not the
 *  element that we inserted. */
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

/** Fills placeholders (`data-` and the tag's name) now and when the page adds some. `triggerAttribute`: the attribute by which a
 *  script tag requests the element; handles such tags that did not run, and warns if nothing requests the element. */
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
  // The script of the state facts may serve the form alone.
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

/** Inserts the element after a script tag that has its options: `<script src="…" data-api-base="…">`. A tag that runs again, was
 *  restored from a snapshot, or was rendered elsewhere keeps its element. */
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
  // The tag may have been rendered elsewhere: move its form there.
  const movedElement = [...document.querySelectorAll(tag)].find((candidate) => {
    const current = scriptsByElement.get(candidate)
    return current?.isConnected === false && current.isEqualNode(script)
  })
  const element = movedElement ?? document.createElement(tag)
  if (movedElement === undefined) for (const name of Object.keys(options)) copyAttribute(name, script, element)
  scriptsByElement.set(element, script)
  script.after(element)
}
