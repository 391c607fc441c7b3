import { describe, expect, it } from 'vitest'
import { createSandbox, sandboxKey } from 'voter-registration-sandbox'
import { createSite } from './site.ts'
import { trySandbox } from './try-sandbox.ts'

const sandbox = 'http://127.0.0.1:8788'
const config = { bff: 'http://127.0.0.1:8787', sandbox, sandboxKey }
const authorization = `Basic ${btoa(sandboxKey)}`

describe('a request of the reference', () => {
  it('reaches the sandbox with what a client sends, and nothing of the browser', async () => {
    const heard: Request[] = []
    const service = createSandbox()
    const site = trySandbox(config, async (input, init) => {
      const request = new Request(input, init)
      heard.push(request.clone())
      return service.fetch(request)
    })
    const answer = await site.request('/v1/registration/external/request/', {
      method: 'POST',
      headers: {
        Authorization: authorization,
        'Content-Type': 'application/json',
        Cookie: 'a=b',
        Origin: 'http://x.test',
      },
      body: '{}',
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toHaveProperty('first_name')
    expect(answer.headers.get('allow')).toContain('POST')
    expect(heard.map(({ url }) => url)).toEqual([`${sandbox}/v1/registration/external/request/`])
    expect([...(heard[0]?.headers.keys() ?? [])].sort()).toEqual(['authorization', 'content-type'])
  })

  it.each(['/try/_sandbox/received', '/try/v3/x/', '/try/'])('goes nowhere else: %s', async (path) => {
    expect((await createSite({ folder: '/nowhere', config }).request(path)).status).toBe(404)
  })

  it('says so when the sandbox is away', async () => {
    const answer = await trySandbox(config, () => Promise.reject(new TypeError('fetch failed'))).request(
      '/v2/election/field/',
    )
    expect(answer.status).toBe(502)
  })
})
