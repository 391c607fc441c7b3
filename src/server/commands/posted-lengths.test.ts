/** A posted form with far more than anybody types: refused as any wrong form is, and no other voter waits for it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { typedPerson } from '../../contract/testing/samples.ts'
import { hostedPage } from '../../form/hosted/app.tsx'
import { fieldNames, parseFormPost } from '../../form/hosted/form-post.ts'
import { createBff } from '../create-bff.ts'
import { memoryStore } from '../store/memory-store.ts'
import { partnerOrigin, theOptions } from '../testing/bff-requests.ts'
import { readPage } from '../testing/plain-browser.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'

const service = await sharedFakeService()
const bff = createBff(theOptions(service.url), { page: hostedPage(), store: memoryStore(), log: () => {} })

const request = (body?: Record<string, string>) => {
  const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: partnerOrigin }
  const sent = body && { method: 'POST', headers, body: new URLSearchParams(body) }
  return new Request(`${partnerOrigin}/form`, sent)
}

/** The hidden fields of a fresh form, and a valid person. */
let filled: Record<string, string> = {}

beforeAll(async () => {
  const own = (await readPage(await bff.fetch(request()))).hidden
  expect(own).toHaveProperty(fieldNames.key)
  filled = { ...own, ...typedPerson, zipcode: '02108', agree: 'on' }
})

/** Posts the form, and returns the page and the milliseconds of the processor that it took. */
async function post(change: Record<string, string>) {
  const begin = process.cpuUsage()
  const response = await bff.fetch(request({ ...filled, ...change }))
  const html = await response.text()
  return { status: response.status, html, took: process.cpuUsage(begin).user / 1_000 }
}

const empty = parseFormPost(new URLSearchParams()).values
const typedFields = Object.entries(empty).flatMap(([field, value]) => (value === '' ? [field] : []))

/** As many digits as fit into a post. */
const digits = '1'.repeat(190_000)

describe('a posted form with 190,000 digits in one field', () => {
  it('is shown again with an error at it, its value cut, and everything else as typed', async () => {
    const wrong: string[] = []
    for (const field of typedFields) {
      const { status, html } = await post({ [field]: digits })
      const others = ['Ada', 'Boston', '1990'].filter((value) => html.includes(`value="${value}"`)).length
      const isKept = others >= (['firstName', 'city', 'birthYear'].includes(field) ? 2 : 3)
      const longest = Math.max(...[...html.matchAll(/1{256,}/g)].map(([run]) => run.length), 0)
      if (status !== 422 || !isKept || !html.includes('There is a problem') || longest > 1024) wrong.push(field)
    }
    expect(wrong).toEqual([])
    expect(service.registrations()).toEqual([])
  })

  it('is refused in the time of an ordinary refusal, whichever field it is', async () => {
    const fastest = async (change: Record<string, string>) => {
      const tries = [await post(change), await post(change), await post(change)]
      return Math.min(...tries.map(({ took }) => took))
    }
    const ordinary = await fastest({ phone: '1' })
    const slow: string[] = []
    for (const field of [...typedFields, ...Object.values(fieldNames)]) {
      const took = await fastest({ phone: '1', [field]: digits })
      // What remains is to receive and decode the post itself. The fault took sixteen seconds.
      if (took > 5 * ordinary + 4_000) slow.push(`${field}: ${took.toFixed(0)} ms, ordinary: ${ordinary.toFixed(0)} ms`)
    }
    expect(slow).toEqual([])
  })

  it('is refused even when what fits is valid and the rest is cut off', async () => {
    for (const field of ['firstName', 'zipcode', 'email', 'phone'] as const) {
      const start = { firstName: 'Ada', zipcode: '02108', email: 'ada@example.org', phone: '6175551234' }[field]
      const { status, html } = await post({ [field]: `${start}${' '.repeat(2000)}Byron` })
      expect({ field, status, isSaid: html.includes('must be 256 characters or fewer') }).toEqual({
        field,
        status: 422,
        isSaid: true,
      })
    }
    expect(service.registrations()).toEqual([])
  })
})
