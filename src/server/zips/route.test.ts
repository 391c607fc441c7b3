/** The BFF knows the city of a ZIP code, and never learns whose ZIP code it is. */
import { describe, expect, it } from 'vitest'
import { stateCodes } from '../../contract/states.ts'
import { ZipPlaces, zipsPath } from '../../contract/zip-places.ts'
import { createBff } from '../create-bff.ts'
import type { LogLine } from '../observability/log.ts'
import { problemOf, theOptions } from '../testing/bff-requests.ts'

function aBff(change = {}) {
  const lines: LogLine[] = []
  const options = { ...theOptions('http://127.0.0.1:9'), ...change }
  const bff = createBff(options, { log: (line) => lines.push(line) })
  const get = (path: string) => bff.fetch(new Request(`http://bff.test${path}`), { remoteAddress: '192.0.2.7' })
  const place = async (zipcode: string) => ZipPlaces.parse(await (await get(zipsPath(zipcode))).json()).places[zipcode]
  return { get, place, lines }
}

describe('the city of a ZIP code', () => {
  it.each([
    ['62704', 'Springfield', 'IL'],
    ['02108', 'Boston', 'MA'],
    ['99501', 'Anchorage', 'AK'],
    ['20001', 'Washington', 'DC'],
    ['96813', 'Honolulu', 'HI'],
    // In another state than its neighbors.
    ['06390', 'Fishers Island', 'NY'],
    ['73960', 'Texhoma', 'TX'],
  ])('%s is in %s, %s', async (zipcode, city, state) => {
    expect(await aBff().place(zipcode)).toEqual({ city, state })
  })

  it.each(['00901', '09012', '96910', '00000', '96898'])(
    '%s, of a territory, the military or nobody, is unknown',
    async (zipcode) => {
      expect(await aBff().place(zipcode)).toBeUndefined()
    },
  )

  it('is known in each state, under five digits of the asked prefix', async () => {
    const { get } = aBff()
    const found = new Set<string>()
    let count = 0
    for (let number = 0; number < 1000; number++) {
      const prefix = String(number).padStart(3, '0')
      const { places } = ZipPlaces.parse(await (await get(`/zips/${prefix}`)).json())
      for (const [zipcode, { city, state }] of Object.entries(places)) {
        expect(zipcode).toMatch(new RegExp(`^${prefix}\\d\\d$`))
        expect(city).toMatch(/^[\p{L}][\p{L}\d '.-]*$/u)
        found.add(state)
        count++
      }
    }
    expect([...found].sort()).toEqual([...stateCodes].sort())
    expect(count).toBe(40_976)
  })

  it('is asked for by three digits alone: the whole ZIP code is refused, and in no line of the log', async () => {
    const { get, lines } = aBff()
    expect(zipsPath('62704')).toBe('/zips/627')
    const refused = await get('/zips/62704')
    expect(refused.status).toBe(404)
    expect((await problemOf(refused)).code).toBe('not_found')
    await get('/zips/627')
    // Identifiers and durations may contain the three digits by chance.
    const byChance = ['reference', 'trace_id', 'span_id', 'ms']
    const said = JSON.stringify(lines, (name, value) => (byChance.includes(name) ? undefined : value))
    expect(said).toContain('"/zips/{prefix}"')
    expect(said).not.toContain('627')
    expect(lines.filter(({ route }) => route === '/zips/{prefix}')).toHaveLength(2)
  })

  it('may be kept for a day', async () => {
    const { get } = aBff()
    expect((await get('/zips/627')).headers.get('Cache-Control')).toBe('public, max-age=86400')
  })
})
