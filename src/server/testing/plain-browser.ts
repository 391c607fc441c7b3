/** A browser without scripts, as far as tests of the hosted page need one. */
import type { Bff } from '../create-bff.ts'

const origin = 'https://register.partner.example'

/** A page as such a browser has it. */
export interface PlainPage {
  html: string
  /** Its text, with `|` in the place of each element's edge. */
  text: string
  /** The text of the facts above the form; empty without them. */
  facts: string
  /** The hidden fields of its form, to be posted with what is typed. */
  hidden: Record<string, string>
}

/** Returns the browser at a BFF: it keeps the cookie, posts where the last page's form does, and follows redirects to the BFF's own
 *  page. */
export function plainBrowser(bff: Pick<Bff, 'fetch'>) {
  let [cookie, action] = ['', 'form']
  const take = async (answer: Response): Promise<PlainPage> => {
    const page = read(await answer.text())
    action = / action="([^"]*)"/.exec(page.html)?.[1] ?? action
    return page
  }
  /** @param query with its question mark; empty for none */
  const open = async (query: string): Promise<PlainPage> => {
    return take(await bff.fetch(new Request(`${origin}/form${query}`, { headers: { Cookie: cookie } })))
  }
  const post = async (fields: Record<string, string>): Promise<PlainPage> => {
    const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: origin }
    const body = new URLSearchParams(fields)
    const answer = await bff.fetch(new Request(`${origin}/${action}`, { method: 'POST', headers, body }))
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
    const leadsTo = answer.headers.get('location')
    return leadsTo === null ? take(answer) : open(leadsTo.slice('form'.length))
  }
  return { open, post }
}

function read(html: string): PlainPage {
  const facts = html.split('<div id="form">')[0]?.split(' id="facts"')[1]
  const tags = [...html.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].map(([tag]) => tag)
  return {
    html,
    text: textOf(html),
    facts: facts === undefined ? '' : textOf(`<div${facts}`),
    hidden: Object.fromEntries(
      tags.map((tag) => [attribute(tag, 'name'), attribute(tag, 'value').replaceAll('&amp;', '&')]),
    ),
  }
}

const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

const textOf = (html: string) => html.replace(/<(style|script)\b.*?<\/\1>/gs, '').replaceAll(/(<[^>]*>)+/g, '|')
