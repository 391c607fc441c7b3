/** A React form that a partner's server rendered, in a page whose scripts do not run: its posts keep the partner. */
import { describe, expect, it } from 'vitest'
import { bffPaths, partnerPath } from '../../contract/routes.ts'
import { typedPerson } from '../../contract/testing/samples.ts'
import { hostedPage } from '../../form/hosted/app.tsx'
import { es } from '../../form/locales/es.ts'
import type { BffDependencies } from '../bff-dependencies.ts'
import { createBff } from '../create-bff.ts'
import type { LogLine } from '../observability/log.ts'
import { memoryStore } from '../store/memory-store.ts'
import { partnerOrigin, theOptions } from '../testing/bff-requests.ts'
import { plainBrowser } from '../testing/plain-browser.ts'
import { readPartners } from '../testing/read-partners.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'

const service = await sharedFakeService()

const river = {
  name: 'River City Votes',
  privacy_url: 'https://river.example/privacy',
  branding: { theme: 'light', tokens: { 'color-primary': '#7a1f00' } },
}
const north = { name: 'North Votes', privacy_url: 'https://north.example/privacy' }

/** A BFF with the partners of this file. */
function aBff({ file }: { file?: Record<string, unknown> } = {}) {
  const options = {
    ...theOptions(service.url),
    ...(file && { partnersFile: 'p.json' }),
  }
  const partners = readPartners(JSON.stringify(file ?? {}), options, {
    readText: () => '',
    readBytes: () => new Uint8Array(),
    env: {},
  })
  const lines: LogLine[] = []
  const store = memoryStore()
  const log: BffDependencies['log'] = (line) => lines.push(line)
  const source = file && { partners: { current: () => partners, onChange: () => {} } }
  const bff = createBff(options, { page: hostedPage(), store, log, ...source })
  return { bff, lines, store }
}

/** Returns the page after the form's first post, and the one after the voter then agrees. */
async function postTwice({ bff }: ReturnType<typeof aBff>, partner: string, ticked: Record<string, string> = {}) {
  // The form's action, see server-rendering.test.tsx.
  const browser = plainBrowser(bff, {}, partnerPath(`${bffPaths.page}?locale=es`.slice(1), partner))
  const first = await browser.post(
    { ...typedPerson, ...ticked },
    { Origin: partnerOrigin, 'Sec-Fetch-Site': 'cross-site' },
  )
  const { html, hidden } = first
  if (!html.includes('<form')) return { html, first, second: undefined }
  return { html, first, second: await browser.post({ ...typedPerson, ...hidden, agree: 'on' }) }
}

const receiptsOf = ({ store }: ReturnType<typeof aBff>) => store.receipts.list({ limit: 10 })

it.each([
  ['river', river.name, '#7a1f00'],
  ['north', north.name, undefined],
])('the hosted page of %s has its wording and branding, and its name in the receipt', async (partner, name, color) => {
  const at = aBff({ file: { river, north } })
  const { html, first, second } = await postTwice(at, partner)
  expect(first.status).toBe(422)
  expect(html).toContain(name)
  expect(html).not.toContain(partner === 'river' ? north.name : river.name)
  expect(html.includes('#7a1f00')).toBe(color !== undefined)
  expect(html).toContain('value="Ada"')
  expect(second?.status).toBe(200)
  expect((await receiptsOf(at)).map((one) => one.partner)).toEqual([partner])
  expect(at.lines.find(({ route, method }) => route === '/form' && method === 'POST')?.partner).toBe(partner)
})

it('the hosted page of an unknown partner gets 404 without anybody’s wording, and nothing is sent', async () => {
  const at = aBff({ file: { river, north } })
  const { html, first, second } = await postTwice(at, 'rivver')
  expect(first.status).toBe(404)
  expect(second).toBeUndefined()
  for (const name of [river.name, north.name, 'Ada']) expect(html).not.toContain(name)
  expect([service.heard, await receiptsOf(at)]).toEqual([[], []])
})

it('the hosted page without a partners file puts the partner’s name in no receipt and no log', async () => {
  const at = aBff()
  const { first, second } = await postTwice(at, 'acme')
  expect([first.status, second?.status]).toEqual([422, 200])
  expect((await receiptsOf(at)).map((one) => one.partner)).toEqual([null])
  expect(at.lines.find(({ route, method }) => route === '/form' && method === 'POST')?.partner).toBe('other')
})

describe('the consent checkbox on the hosted page', () => {
  const { agreeMissing, wordingChanged } = es.errors

  it.each([
    ['that showed no checkbox', {}, agreeMissing],
    ['that was checked, without the version of its text', { agree: 'on' }, agreeMissing],
    ['that was checked below another text', { agree: 'on', _wording: 'es-sample' }, wordingChanged],
    ['that was not checked below another text', { _wording: 'es-sample' }, agreeMissing],
  ])('is asked for after a form %s; nothing is lost or sent', async (_form, posted, said) => {
    const at = aBff()
    const { html, second } = await postTwice(at, 'acme', posted)
    const [, errors = ''] = /<div role="alert">(.*?)<\/div>/.exec(html) ?? []
    expect(errors.replaceAll(/<[^>]*>/g, '')).toBe(said)
    for (const typed of [typedPerson.firstName, typedPerson.address1]) expect(html).toContain(`value="${typed}"`)
    expect(/<input[^>]*name="agree"[^>]*>/.exec(html)?.[0]).not.toContain('checked')
    expect(second?.status).toBe(200)
    // From the second post alone, from the page that showed the text.
    expect(service.heard).toHaveLength(1)
    expect((await receiptsOf(at)).map(({ embed }) => embed)).toEqual(['hosted'])
  })
})
