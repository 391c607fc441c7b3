import { describe, expect, it } from 'vitest'
import { bffPaths } from '../../contract/routes.ts'
import { createBff } from '../create-bff.ts'
import type { LogLine } from '../observability/log.ts'
import { partnerOrigin, register, theOptions } from '../testing/bff-requests.ts'
import { warnAboutOrigins } from './browser-security.ts'

const other = 'https://other.example'

function openBff() {
  const lines: LogLine[] = []
  const bff = createBff(theOptions('http://127.0.0.1:1'), { log: (line) => void lines.push(line) })
  return {
    bff,
    ask: (request: RequestInit) => bff.fetch(new Request(`http://bff.test${bffPaths.settings}`, request)),
    warnings: () => lines.filter(({ code, message }) => code === 'origin_refused' && message !== undefined),
  }
}

describe('a page whose origin is not in ALLOWED_ORIGINS', () => {
  it('is logged once, with the variable to change', async () => {
    const { ask, warnings } = openBff()
    const headers = { Origin: other }
    for (const method of ['GET', 'OPTIONS', 'GET']) await ask({ method, headers })
    const message = expect.stringMatching(/ALLOWED_ORIGINS.*browser console/)
    expect(warnings()).toEqual([{ level: 'warn', code: 'origin_refused', count: 1, message }])
  })

  it('is logged when it sends a registration', async () => {
    const { bff, warnings } = openBff()
    expect((await register(bff, { headers: { Origin: other } })).status).toBe(403)
    expect(warnings()).toHaveLength(1)
  })

  it('is logged where a host mounts this server beside its own page, and the list lacks that page', async () => {
    const { bff, warnings } = openBff()
    const headers = { Origin: 'http://bff.test', 'Sec-Fetch-Site': 'same-origin' }
    expect((await register(bff, { headers })).status).toBe(403)
    expect(warnings()).toHaveLength(1)
  })

  it.each(['http://partner.example', 'https://partner.example:8443', 'https://www.partner.example'])(
    '%s is logged with the allowed origin that it resembles',
    async (origin) => {
      const { ask, warnings } = openBff()
      await ask({ headers: { Origin: origin } })
      expect(warnings()).toMatchObject([{ site: partnerOrigin, message: expect.stringContaining('the port or www') }])
    },
  )

  it('is not logged for a page on the list, one of this server itself, or a request without an origin', async () => {
    const { ask, warnings } = openBff()
    await ask({ headers: { Origin: partnerOrigin } })
    await ask({ headers: { Origin: 'http://bff.test', 'Sec-Fetch-Site': 'same-origin' } })
    await ask({})
    expect(warnings()).toEqual([])
  })
})

describe('the warning', () => {
  it('cannot flood the log: 20 origins at most, none of which is repeated in it', () => {
    const lines: LogLine[] = []
    const warn = warnAboutOrigins((line) => void lines.push(line))
    for (let index = 0; index < 1_000; index++) warn(`https://ada-lovelace-${index}.example`, new Set())
    expect(lines).toHaveLength(20)
    expect(JSON.stringify(lines)).not.toContain('lovelace')
  })

  it.each([undefined, `https://${'a'.repeat(300)}.example`])('is not logged for $0', (origin) => {
    const lines: LogLine[] = []
    warnAboutOrigins((line) => void lines.push(line))(origin, new Set())
    expect(lines).toEqual([])
  })
})
