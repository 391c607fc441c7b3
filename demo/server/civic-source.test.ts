import { describe, expect, it } from 'vitest'
import { createSandbox, sandboxKey } from 'voter-registration-sandbox'
import { civicSource } from './civic-source.ts'

const sandbox = createSandbox({ publicUrl: 'http://127.0.0.1:8788' })
const asSandbox: typeof fetch = async (input, init) => sandbox.fetch(new Request(input, init))
const source = civicSource({ sandbox: 'http://127.0.0.1:8788/', sandboxKey }, asSandbox)

describe("the demo's raw Civic data", () => {
  it.each(['/2/fields', '/1/fields'])('has the definitions: %s', async (path) => {
    expect(await (await source.request(path)).json()).toContainEqual(expect.objectContaining({ slug: 'polls_open' }))
  })

  it.each(['/2/states/TN', '/1/states/TN'])('has a state: %s', async (path) => {
    expect(await (await source.request(path)).json()).toMatchObject({ code: 'TN', name: 'Tennessee' })
  })

  it('has the regional values, which version 1 never had', async () => {
    const cook = { state: 'Illinois', region: { name: 'Cook County' } }
    expect(await (await source.request('/2/overrides')).json()).toContainEqual(expect.objectContaining(cook))
  })

  it.each(['/2/states/tn', '/2/states/ZZ', '/2/states/..%2f..%2f', '/3/fields', '/1/overrides'])(
    'has nothing else: %s',
    async (path) => {
      expect((await source.request(path)).status).toBe(404)
    },
  )

  it('says so when the sandbox is away', async () => {
    const lost: typeof fetch = () => Promise.reject(new Error('ECONNREFUSED'))
    expect((await civicSource({ sandbox: 'http://127.0.0.1:1', sandboxKey }, lost).request('/2/fields')).status).toBe(
      502,
    )
  })
})
