/** A browser without scripts, as far as tests of the hosted page need one. */
import type { Bff } from '../create-bff.ts'

export const ownOrigin = 'https://register.partner.example'

/** Returns the browser at a BFF. It posts where the last page's form does; an empty header is left out. */
export function plainBrowser(bff: Pick<Bff, 'fetch'>, always: Record<string, string> = {}, action = 'form') {
  let postsTo = action
  const withoutEmpty = (headers: Record<string, string>) =>
    Object.fromEntries(Object.entries({ ...always, ...headers }).filter(([, value]) => value !== ''))
  const load = async (path: string, init: RequestInit) => {
    const page = await readPage(await bff.fetch(new Request(`${ownOrigin}/${path}`, init)))
    postsTo = attribute(/<form\b[^>]*>/.exec(page.html)?.[0] ?? '', 'action') ?? postsTo
    return page
  }
  return {
    /** @param query with its question mark; empty for none */
    open: (query = '', headers: Record<string, string> = {}) =>
      load(`form${query}`, { headers: withoutEmpty(headers) }),
    post: (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      load(postsTo, {
        method: 'POST',
        headers: withoutEmpty({ 'Sec-Fetch-Site': 'same-origin', Origin: ownOrigin, ...headers }),
        body: new URLSearchParams(fields),
      }),
  }
}

/** Returns a page as such a browser parses it, as far as these tests need. */
export async function readPage(response: Response) {
  const html = await response.text()
  const inputs = [...html.matchAll(/<input\b[^>]*>/g)].map(([tag]) => ({
    type: attribute(tag, 'type'),
    name: attribute(tag, 'name') ?? '',
    value: attribute(tag, 'value') ?? '',
    checked: /\bchecked\b/.test(tag),
  }))
  const buttons = [...html.matchAll(/<button\b[^>]*name="_click_token"[^>]*>/g)].map(([tag]) => tag)
  const facts = html.split('<div id="form">')[0]?.split(' id="facts"')[1]
  return {
    status: response.status,
    headers: response.headers,
    html,
    title: /<title>(.*?)<\/title>/.exec(html)?.[1],
    step: /data-step="([a-z-]+)"/.exec(html)?.[1],
    /** Its text, with `|` in the place of each element's edge. */
    text: textOf(html),
    /** The text of the facts above the form; empty without them. */
    facts: facts === undefined ? '' : textOf(`<div${facts}`),
    /** The hidden fields of its form, to be posted with what is typed. */
    hidden: Object.fromEntries(
      inputs.flatMap(({ type, name, value }) => (type === 'hidden' ? [[name, value] as const] : [])),
    ),
    value: (name: string) => inputs.find((input) => input.name === name)?.value,
    isTicked: (name: string) => inputs.find((input) => input.name === name)?.checked,
    /** The encrypted tokens in the buttons of the answer. */
    ways: buttons.map((tag) => attribute(tag, 'value') ?? ''),
    /** The texts that describe each of these buttons. */
    descriptions: buttons.map((tag) =>
      attribute(tag, 'aria-describedby')
        ?.split(' ')
        .map((id) => new RegExp(` id="${id}"[^>]*>([^<]*)<`).exec(html)?.[1]),
    ),
  }
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]
  return value?.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}

const textOf = (html: string) => html.replace(/<(style|script)\b.*?<\/\1>/gs, '').replaceAll(/(<[^>]*>)+/g, '|')
