/** Sanitizes a post as WordPress's editor does: keeps only tags and attributes on an allowlist. A small subset of the real
 *  function (`wp_kses_post`), enough to try a snippet; `\"` loses its backslash there too. */

const globalAttributes = /^(class|id|style|title|dir|lang|role|aria-[a-z]+|data-[a-z0-9_-]+)$/

/** The allowed tags, each with its additional attributes. */
const tags: Readonly<Record<string, RegExp>> = {
  a: /^(href|rel|target|name|download)$/,
  img: /^(src|alt|width|height|loading)$/,
  ...Object.fromEntries(
    'p br hr div span section article header footer h1 h2 h3 h4 h5 h6 ul ol li strong b em i code pre blockquote figure figcaption table thead tbody tr th td'
      .split(' ')
      .map((tag) => [tag, /^$/]),
  ),
}

/** Returns the sanitized text. The text inside a removed tag stays, as in WordPress. */
export function kses(html: string): string {
  const tag = /<!--[\s\S]*?-->|<(\/?)([a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi
  return html.replace(tag, (_, end: string | undefined, name = '', attributes = '') => {
    const { [name.toLowerCase()]: allowed } = tags
    if (allowed === undefined) return ''
    return end === '/' ? `</${name}>` : `<${name}${filterAttributes(attributes, allowed)}>`
  })
}

function filterAttributes(attributes: string, allowed: RegExp): string {
  const attribute = /([\w-]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g
  return [...attributes.matchAll(attribute)]
    .filter(([, name = '', value = '""']) => {
      const isLink = /^(href|src)$/i.test(name)
      const isSafe = !isLink || /^["']?(https?:|mailto:|tel:|[/#?])/i.test(value)
      return isSafe && (globalAttributes.test(name.toLowerCase()) || allowed.test(name.toLowerCase()))
    })
    .map(([, name, value]) => (value === undefined ? ` ${name}` : ` ${name}=${value.replaceAll('\\"', '"')}`))
    .join('')
}
