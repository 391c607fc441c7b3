/** The outages of states' sites as feeds: Atom (RFC 4287) and JSON Feed 1.1, one entry per outage, updated at its end. */
import { html, raw } from 'hono/html'
import { printableCell } from '../../contract/printable.ts'
import type { SiteOutage } from './known-sites.ts'
import { nameOf, outageText } from './site-rows.ts'
import type { StatusTexts } from './texts.ts'

/** Maximum number of entries in a feed. */
const maxEntries = 100

interface Entry {
  id: string
  title: string
  text: string
  link: string
  published: string
  updated: string
  site: string
}

/**
 * Renders the Atom feed.
 *
 * @param outages latest first
 * @param now current time, milliseconds since 1970: the feed's date when it has no entry
 */
export async function atomFeed(outages: readonly SiteOutage[], words: StatusTexts, now: number): Promise<string> {
  const entries = await entriesOf(outages, words)
  const updated = latest(entries) ?? new Date(now).toISOString()
  const id = await uuidOf('outages of states’ sites')
  return `${raw('<?xml version="1.0" encoding="utf-8"?>\n')}${await html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${words.language}">
<id>${id}</id>
<title>${words.feed}</title>
<updated>${updated}</updated>
<author><name>${words.title}</name></author>
<link rel="alternate" type="text/html" href="status?lang=${words.language}"/>
<link rel="self" type="application/atom+xml" href="status.atom?lang=${words.language}"/>
${entries.map(
  (entry) => html`<entry>
<id>${entry.id}</id>
<title>${entry.title}</title>
<published>${entry.published}</published>
<updated>${entry.updated}</updated>
<link rel="alternate" type="text/html" href="${entry.link}"/>
<content type="text">${entry.text}</content>
</entry>
`,
)}</feed>
`}`
}

/**
 * Renders the JSON feed.
 *
 * @param outages latest first
 */
export async function jsonFeed(outages: readonly SiteOutage[], words: StatusTexts): Promise<string> {
  const entries = await entriesOf(outages, words)
  const items = entries.map(({ id, title, text, published, updated, site }) => ({
    id,
    title,
    content_text: text,
    external_url: site,
    date_published: published,
    date_modified: updated,
  }))
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: words.feed,
    description: words.lead,
    language: words.language,
    items,
  })
}

function entriesOf(outages: readonly SiteOutage[], words: StatusTexts): Promise<Entry[]> {
  return Promise.all(
    outages.slice(0, maxEntries).map(async ({ site, outage }) => {
      const { state, tool } = site
      const name = `${nameOf(site, words)}, ${tool}`
      const says = outage.to === undefined ? words.isDown : words.wasDown
      return {
        id: await uuidOf(`outage ${outage.id}`),
        title: clean(`${name}: ${says}`),
        text: clean(`${outageText(outage, words)} ${site.url}`),
        link: `status?lang=${words.language}${state === undefined ? '' : `&state=${state}`}`,
        published: outage.from,
        updated: outage.to ?? outage.from,
        site: site.url,
      }
    }),
  )
}

const latest = (entries: readonly Entry[]) =>
  entries
    .map(({ updated }) => updated)
    .sort()
    .at(-1)

/** Replaces what XML cannot hold: control characters, lone surrogates. */
const clean = (text: string) => printableCell(text).replaceAll(/[\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD')

/** Returns a stable IRI for a text, whatever the format of the service's ids: a UUID of version 8 (RFC 9562). */
async function uuidOf(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  const hex = [...hash.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16)
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}
