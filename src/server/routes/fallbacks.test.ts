import { describe, expect, it, onTestFinished } from 'vitest'
import { hostedPage } from '../../form/hosted/app.tsx'
import { createBff } from '../create-bff.ts'
import { serve } from '../serve.ts'
import { memoryStore } from '../store/memory-store.ts'
import { realOptions, theOptions } from '../testing/bff-requests.ts'
import { sendBytes } from '../testing/hosts/listen.ts'

const options = { ...theOptions('http://127.0.0.1:9'), ...realOptions() }
const dependencies = { log: () => undefined, page: hostedPage() }

describe('a request that matches no route', () => {
  const ask = (path: string, accept = 'text/html', change = {}) =>
    createBff({ ...options, ...change }, { ...dependencies, store: memoryStore() }).fetch(
      new Request(`http://bff.test${path}`, { headers: { Accept: accept } }),
    )

  it.each([
    ['/', './form'],
    ['/?utm_source=letter', './form?utm_source=letter'],
    ['/form/?locale=es', '../form?locale=es'],
  ])('redirects %s to the form, relative to the requested address', async (path, location) => {
    const response = await ask(path)
    expect([response.status, response.headers.get('location')]).toEqual([302, location])
  })

  it('redirects to the form below a base path', async () => {
    const response = await ask('/api/', 'text/html', { basePath: '/api' })
    expect(response.headers.get('location')).toBe('../api/form')
  })

  it('shows a browser a page with a link to the form, and a program the routes', async () => {
    const page = await ask('/a/nothing')
    expect([page.status, await page.text()]).toEqual([
      404,
      expect.stringContaining('<a href="../form">Go to the form</a>'),
    ])
    const program = await ask('/a/nothing', '*/*')
    expect([program.status, await program.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })])
  })
})

it('the server reads 32 KB of cookies, and answers more than 40 KB of headers with 431', async () => {
  const server = await serve({ ...options, dataDir: ':memory:', port: 0 }, dependencies)
  onTestFinished(() => server.close(0))
  const ask = async (bytes: number) => {
    const cookie = `Cookie: a=${'x'.repeat(bytes)}`
    const request = `GET /form HTTP/1.1\r\nHost: bff.test\r\n${cookie}\r\nConnection: close\r\n\r\n`
    return (await sendBytes(server.url, request)).slice(0, 12)
  }
  expect([await ask(32_768), await ask(41_000)]).toEqual(['HTTP/1.1 200', 'HTTP/1.1 431'])
})
