import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { WordingTranslation } from '../../contract/bff-api.ts'
import { languageCodes } from '../../contract/languages.ts'
import { bffPaths, messagesPath } from '../../contract/routes.ts'
import type { Catalog } from '../../form/locales/catalog.ts'
import { ourWording } from '../consent/wording.ts'
import { createBff } from '../create-bff.ts'
import type { LogLine } from '../observability/log.ts'
import type { BffOptions } from '../options/bff-options.ts'
import { partnerOrigin, problemOf, settingsOf, theOptions } from '../testing/bff-requests.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'
import { version } from '../utils.ts'

const service = await sharedFakeService()

const bffWith = (change: Partial<BffOptions> = {}, log: (line: LogLine) => void = () => undefined) =>
  createBff({ ...theOptions(service.url), ...change }, { log })
const get = (url: string, headers: Record<string, string> = {}) => new Request(`http://bff.test${url}`, { headers })
const textsOf = async (response: Response) => (await response.json()) as Catalog

describe('GET /messages/{language}', () => {
  it.each(languageCodes)('has the texts in %s', async (language) => {
    const response = await bffWith().fetch(get(messagesPath(language, version), { Origin: partnerOrigin }))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(response.headers.get('access-control-allow-origin')).toBe(partnerOrigin)
    const texts = await textsOf(response)
    expect(texts.language).toBe(language)
    expect(texts.form?.heading).toBeTruthy()
    expect(texts.facts?.heading).toContain('{state}')
    if (language !== 'en') expect(() => WordingTranslation.parse(texts.wording)).not.toThrow()
  })

  it('is cached for a year by a form of the same version, else for five minutes, and answers 304', async () => {
    const bff = bffWith()
    const first = await bff.fetch(get(messagesPath('es', version)))
    expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const other = await bff.fetch(get(messagesPath('es', '9.9.9')))
    expect(other.headers.get('cache-control')).toBe('public, max-age=300')
    const tag = first.headers.get('etag') ?? ''
    expect((await bff.fetch(get(messagesPath('es', version), { 'If-None-Match': `W/${tag}` }))).status).toBe(304)
    expect((await bff.fetch(get(messagesPath('es', version), { 'If-None-Match': '"x"' }))).status).toBe(200)
  })

  it.each(['xx', 'es-MX', 'constructor', '__proto__', '..%2fsettings', 'ES', '%00', 'a'.repeat(5000)])(
    'answers 404 to $0, and the log does not repeat it',
    async (language) => {
      const lines: LogLine[] = []
      const response = await bffWith({}, (line) => lines.push(line)).fetch(get(`${bffPaths.messages}/${language}`))
      expect(response.status).toBe(404)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await problemOf(response)).toMatchObject({ code: 'not_found' })
      expect(lines.at(-1)?.route).toMatch(/^(\/messages\/\{language\}|other)$/)
    },
  )

  it('rejects other methods', async () => {
    const response = await bffWith().fetch(new Request(`http://bff.test${bffPaths.messages}/es`, { method: 'POST' }))
    expect(response.status).toBe(405)
  })
})

describe("settings with an operator's own wording", () => {
  const own = { en: { ...ourWording.en, agree: 'Yes, I agree.' }, es: { ...ourWording.es, agree: 'Sí, acepto.' } }

  it('have its own translations, which are cached for five minutes only', async () => {
    const bff = bffWith({ wording: own })
    const response = await bff.fetch(get(messagesPath('es', version)))
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    const { wording } = await textsOf(response)
    const { en } = (await settingsOf(bff)).wording
    expect(wording).toMatchObject({
      templates: [en?.template, en?.version],
      agree: 'Sí, acepto.',
      heading: expect.any(String),
    })
  })

  it('have none of our translations', async () => {
    const texts = await textsOf(await bffWith({ wording: { en: own.en } }).fetch(get(messagesPath('es', version))))
    expect(texts.wording).toBeUndefined()
    expect(texts.form?.heading).toBeTruthy()
  })
})

it.each([bffPaths.settings, messagesPath('ko', version)])(
  '%s is compressed if the browser accepts it',
  async (path) => {
    const bff = bffWith()
    const plain = await bff.fetch(get(path, { Origin: partnerOrigin }))
    const text = await plain.text()
    const packed = await bff.fetch(get(path, { Origin: partnerOrigin, 'Accept-Encoding': 'gzip, br' }))
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    for (const { headers } of [plain, packed]) expect(headers.get('vary')).toMatch(/Accept-Encoding/)
    const bytes = await packed.arrayBuffer()
    expect(gunzipSync(new Uint8Array(bytes)).toString()).toBe(text)
    expect(bytes.byteLength).toBeLessThan(Buffer.byteLength(text) / 2)
    const tag = packed.headers.get('etag') ?? ''
    expect(tag).not.toBe(plain.headers.get('etag'))
    const again = await bff.fetch(get(path, { 'Accept-Encoding': 'gzip', 'If-None-Match': tag }))
    expect(again.status).toBe(304)
  },
)
