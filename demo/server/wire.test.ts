import { describe, expect, it } from 'vitest'
import { createWire } from './wire.ts'

const anExchange = {
  method: 'POST',
  url: '/v1/event/track/',
  headers: {},
  body: '{"event_tracking":1.0}',
  ms: 3,
  answer: { kind: 'none', reason: 'reset' },
} as const

const listen = (wire = createWire(), request = new Request('http://localhost/wire')) => {
  const response = wire.feed(request)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (reader === undefined) throw new Error('The feed has no body.')
  return { wire, response, next: async () => (await reader.read()).value, leave: () => reader.cancel() }
}

describe('the feed of exchanges', () => {
  it('sends each exchange to every listener, unchanged', async () => {
    const { wire, response, next } = listen()
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(await next()).toMatch(/^:/)
    wire.tell(anExchange)
    expect(await next()).toBe(`data: ${JSON.stringify(anExchange)}\n\n`)
  })

  it('stores nothing for later listeners', async () => {
    const wire = createWire()
    wire.tell(anExchange)
    const { next } = listen(wire)
    expect(await next()).toMatch(/^:/)
    wire.tell({ ...anExchange, method: 'GET' })
    expect(await next()).toContain('"GET"')
  })

  it('continues when a listener has left', async () => {
    const { wire, next, leave } = listen()
    await next()
    await leave()
    const other = listen(wire)
    await other.next()
    expect(() => {
      wire.tell(anExchange)
    }).not.toThrow()
    expect(await other.next()).toContain('data:')
  })
})
