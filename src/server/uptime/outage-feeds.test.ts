/** The feeds of outages, read as a feed reader reads them. */
import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { JSDOM } from 'jsdom'
import { describe, expect, it } from 'vitest'
import { createBff } from '../create-bff.ts'
import { theOptions } from '../testing/bff-requests.ts'
import { respond } from '../testing/fake-service.ts'
import { aCheck, aSite, uptimeAnswers } from '../testing/fake-uptime.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'

const uptime = await sharedFakeService()

const ma = aSite({ uuid: 'ma', state_up: false, state_changed_at: '2026-03-02T06:00:00Z' })
const nasty = aSite({ uuid: 'tn', description: 'TN <b>&\u0007\ufffe\u202eTool', url: 'https://tn.example/?a=1&b=2' })
const downtime = [
  {
    uuid: 'open',
    site: 'ma',
    down_check: aCheck({ created_at: '2026-03-02T06:00:00Z', error: 'HTTP 503' }),
    up_check: null,
  },
  {
    uuid: '<over>',
    site: 'tn',
    down_check: aCheck({ created_at: '2026-02-27T00:00:00Z', error: 'timeout' }),
    up_check: aCheck({ created_at: '2026-02-27T06:00:00Z' }),
  },
]

function aBff() {
  uptime.answerWith(uptimeAnswers({ sites: [ma, nasty], downtime }))
  const time = { now: Date.parse('2026-03-02T12:00:00Z') }
  const bff = createBff(
    { ...theOptions('http://127.0.0.1:9'), uptimeUrl: uptime.url },
    { log: () => undefined, now: () => time.now, internals: { uptimeDeadline: 30_000 } },
  )
  const get = (path: string) => bff.fetch(new Request(`http://bff.test${path}`))
  return { get, time }
}

describe('the Atom feed', () => {
  it('is a feed that readers take: an entry for each outage, its end included', async () => {
    const response = await aBff().get('/status.atom')
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
    const { get, time } = aBff()
    const idsOf = async (path: string) => parseAtomFeed(await (await get(path)).text()).entries?.map(({ id }) => id)
    const before = await idsOf('/status.atom')
    expect(await idsOf('/status.atom?lang=es')).toEqual(before)
    expect(await (await get('/status.atom?lang=es')).text()).toContain('xml:lang="es"')
    const ended = downtime.map((one) => ({ ...one, up_check: aCheck({ created_at: '2026-03-02T12:01:00Z' }) }))
    uptime.answerWith(uptimeAnswers({ sites: [{ ...ma, state_up: true }, nasty], downtime: ended }))
    time.now += 120_000
    await get('/status.atom')
    await expect
      .poll(async () => parseAtomFeed(await (await get('/status.atom')).text()).entries?.[0]?.title?.value)
      .toBe('Massachusetts, Online Voter Registration: Was down')
    expect(await idsOf('/status.atom')).toEqual(before)
  })
})

describe('the JSON feed', () => {
  it('says the same to readers of JSON Feed 1.1, of one state where that is asked for', async () => {
    const { get } = aBff()
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
    const { get } = aBff()
    uptime.answerWith(uptimeAnswers({ sites: [nasty] }))
    expect(await (await get('/status-feed.json')).json()).toMatchObject({ items: [] })
    const other = aBff()
    uptime.answerWith(respond(500, ''))
    for (const path of ['/status-feed.json', '/status.atom']) expect((await other.get(path)).status).toBe(503)
  })
})
