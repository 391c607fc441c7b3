/** The feeds of outages, read as a feed reader reads them. */
import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { JSDOM } from 'jsdom'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openRecords, recordCheck } from '../testing/records.ts'
import { statusRoutes } from './routes.ts'

const ma = { url: 'https://register.state.example/', description: 'MA Online Voter Registration' }
const nasty = { url: 'https://tn.example/?a=1&b=2', description: 'TN <b>&\u0007\ufffe\u202eTool' }
const at = (text: string) => Date.parse(`2026-${text}:00Z`)

/** MA is down since 6:00; TN was down for six hours on February 27. */
async function aMonitor({ outages = true } = {}) {
  const store = await openRecords([ma, nasty], at('02-27T00:00'))
  onTestFinished(() => store.close())
  if (outages) {
    await recordCheck(store, nasty.url, at('02-27T00:00'), { up: false, status: undefined, error: 'timeout' })
    await recordCheck(store, nasty.url, at('02-27T06:00'))
    await recordCheck(store, ma.url, at('03-02T06:00'), { up: false, status: 503, error: 'HTTP 503' })
  }
  const time = { now: at('03-02T12:00') }
  const source = { ...store }
  const app = statusRoutes({ store: source, now: () => time.now, interval: 900_000, publicUrl: undefined })
  return { get: async (path: string) => app.request(path), time, store, source }
}

describe('the Atom feed', () => {
  it('is a feed that readers take: an entry for each outage, its end included', async () => {
    const response = await (await aMonitor()).get('/status.atom')
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    const xml = await response.text()
    const strict = new JSDOM(xml, { contentType: 'application/xml' }).window.document
    // RFC 4287, 4.1.1 and 4.1.2: each of them exactly once.
    for (const holder of strict.querySelectorAll('feed, entry')) {
      for (const name of ['id', 'title', 'updated']) {
        expect([...holder.children].filter(({ localName }) => localName === name)).toHaveLength(1)
      }
    }
    const ids = [...strict.querySelectorAll('id')].map(({ textContent }) => textContent)
    for (const id of ids)
      expect(id).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(new Set(ids).size).toBe(3)
    const feed = parseAtomFeed(xml)
    expect(feed.updated).toBe('2026-03-02T06:00:00.000Z')
    expect(feed.entries?.map(({ title, updated, published }) => [title?.value, published, updated])).toEqual([
      ['Massachusetts, Online Voter Registration: Down', '2026-03-02T06:00:00.000Z', '2026-03-02T06:00:00.000Z'],
      ['Tennessee, <b>&\\u0007\uFFFD\\u202eTool: Was down', '2026-02-27T00:00:00.000Z', '2026-02-27T06:00:00.000Z'],
    ])
    expect(feed.entries?.[1]?.content?.value).toMatch(
      /^From Feb 27, 2026, 12:00.AM UTC, To Feb 27, 2026, 6:00.AM UTC, 6 hours\. No answer in time\. https:\/\/tn\.example\/\?a=1&b=2$/,
    )
  })

  it('keeps its ids when an outage ends, and in another language', async () => {
    const { get, time, store } = await aMonitor()
    const idsOf = async (path: string) => parseAtomFeed(await (await get(path)).text()).entries?.map(({ id }) => id)
    const before = await idsOf('/status.atom')
    expect(await idsOf('/status.atom?lang=es')).toEqual(before)
    expect(await (await get('/status.atom?lang=es')).text()).toContain('xml:lang="es"')
    await recordCheck(store, ma.url, at('03-02T12:01'))
    time.now += 120_000
    const [latest] = parseAtomFeed(await (await get('/status.atom')).text()).entries ?? []
    expect([latest?.title?.value, latest?.updated]).toEqual([
      'Massachusetts, Online Voter Registration: Was down',
      '2026-03-02T12:01:00.000Z',
    ])
    expect(await idsOf('/status.atom')).toEqual(before)
  })
})

describe('the JSON feed', () => {
  it('says the same to readers of JSON Feed 1.1, of one state where that is asked for', async () => {
    const { get } = await aMonitor()
    const response = await get('/status-feed.json?state=MA')
    expect(response.headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
    const feed = parseJsonFeed(await response.json())
    expect(feed).toMatchObject({ title: 'Outages of the states’ voter sites', language: 'en' })
    expect(feed.items).toHaveLength(1)
    expect(feed.items?.[0]).toMatchObject({
      title: 'Massachusetts, Online Voter Registration: Down',
      external_url: ma.url,
      content_text: expect.stringMatching(
        /^From Mar 2, 2026, 6:00.AM UTC, still down\. Error answer \(HTTP 503\)\. https/,
      ),
    })
  })

  it('is empty when there was no outage, and not there while nothing is known', async () => {
    const { get } = await aMonitor({ outages: false })
    expect(await (await get('/status-feed.json')).json()).toMatchObject({ items: [] })
    const other = await aMonitor()
    other.source.sites = () => Promise.reject(new Error('The storage is away.'))
    for (const path of ['/status-feed.json', '/status.atom']) {
      const answer = await other.get(path)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
    }
  })
})
