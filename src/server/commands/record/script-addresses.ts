/** Where the scripts of a page come from, as a browser reads its HTML. */

/** Elements whose content is text to a browser with scripts: a tag inside is none. */
const textElements = new Set([
  'script',
  'style',
  'title',
  'textarea',
  'noscript',
  'iframe',
  'xmp',
  'noembed',
  'noframes',
])

/** An attribute, from where the last one ends. */
const attribute =
  /[\t\n\f\r /]*([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >"'][^\t\n\f\r >]*)?))?/y

const tagName = /[a-z][^\t\n\f\r />]*/iy
const endTag = /<\/([a-z]+)(?=[\t\n\f\r />])/gi
/** Also `<!-->` and `<!--->` are whole comments. */
const commentEnd = /--!?>/g

/** The named entities that occur in addresses. */
const entities = new Map(Object.entries({ amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' }))

/**
 * Returns the addresses from which the script tags of a page load, in their order. Comments, and tags inside texts and
 * attributes, are none; a `<base>` holds for the tags after it.
 *
 * @param url the address of the page
 */
export function scriptAddresses(html: string, url: string): URL[] {
  const addresses: URL[] = []
  let base: URL | undefined
  for (const { name, attributes } of tagsIn(html)) {
    const href = name === 'base' ? attributes.get('href') : undefined
    if (href !== undefined) base ??= addressOf(href, url) ?? new URL(url)
    const source = name === 'script' ? attributes.get('src') : undefined
    const address = source === undefined ? undefined : addressOf(source, base?.href ?? url)
    if (address !== undefined) addresses.push(address)
  }
  return addresses
}

function addressOf(text: string, base: string): URL | undefined {
  const address = URL.canParse(text, base) ? new URL(text, base) : undefined
  return address !== undefined && /^https?:$/.test(address.protocol) ? address : undefined
}

/** A start tag, with its name in lower case. */
interface Tag {
  name: string
  attributes: ReadonlyMap<string, string>
}

function* tagsIn(html: string): Generator<Tag> {
  let at = html.indexOf('<')
  while (at !== -1) {
    const name = matchAt(tagName, html, at + 1)?.[0].toLowerCase()
    if (name === undefined) at = afterOther(html, at)
    else {
      const { attributes, end } = attributesFrom(html, at + 1 + name.length)
      yield { name, attributes }
      at = textElements.has(name) ? afterText(name, html, end) : end
    }
    at = html.indexOf('<', at)
  }
}

/** Returns where a comment, an end tag or a lone `<` ends. */
function afterOther(html: string, at: number): number {
  if (html.startsWith('<!--', at)) return matchAt(commentEnd, html, at + 2) ? commentEnd.lastIndex : html.length
  if (!/[!?/]/.test(html.charAt(at + 1))) return at + 1
  const end = html.indexOf('>', at)
  return end === -1 ? html.length : end
}

/** Returns where the content of an element ends that has no tags in it. */
function afterText(name: string, html: string, from: number): number {
  for (let end = matchAt(endTag, html, from); end !== null; end = endTag.exec(html)) {
    if (end[1]?.toLowerCase() === name) return end.index
  }
  return html.length
}

/** Reads attributes up to the tag's end. Of two with the same name, the first one counts. */
function attributesFrom(html: string, from: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>()
  let end = from
  for (;;) {
    const found = matchAt(attribute, html, end)
    if (found === null) break
    const [all, name = '', double, single, bare] = found
    const value = decoded(double ?? single ?? bare ?? '')
    const key = name.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, value)
    end += all.length
  }
  const close = html.indexOf('>', end)
  return { attributes, end: close === -1 ? html.length : close + 1 }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function decoded(value: string): string {
  return value.replaceAll(
    /&(?:#(\d+);?|#x([\da-f]+);?|(\w+);)/gi,
    (all: string, ...[decimal, hex, name]: (string | undefined)[]) => {
      if (name !== undefined) return entities.get(name) ?? all
      const code = Number(decimal ?? `0x${hex}`)
      return code <= 0x10ffff ? String.fromCodePoint(code) : all
    },
  )
}
