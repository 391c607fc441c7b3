import { describe, expect, it } from 'vitest'
import { type Exchange, hiddenKey } from '../exchange.ts'
import { recordTransport, type Transport } from './record-transport.ts'

const canary = 'Basic Q0FOQVJZLWtleTpzZWNyZXQ='
const aRequest = (): Parameters<Transport>[0] => ({
  url: 'http://127.0.0.1:8788/v1/registration/external/request/',
  method: 'POST',
  headers: { authorization: canary, 'content-type': 'application/json' },
  body: '{"first_name":"Ada"}',
  signal: new AbortController().signal,
})

/** A service that responds with these chunks, and then fails if `breaks` is set. */
const service = (chunks: string[], breaks?: Error) => {
  const heard: Parameters<Transport>[0][] = []
  const send: Transport = async (request) => {
    heard.push(request)
    return {
      status: 200,
      header: (name) => (name === 'content-type' ? 'application/json' : undefined),
      body: (async function* () {
        for (const chunk of chunks) yield new TextEncoder().encode(chunk)
        if (breaks !== undefined) throw breaks
      })(),
      discard: () => undefined,
    }
  }
  return { heard, send }
}

async function read(body: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const chunk of body) text += new TextDecoder().decode(chunk)
  return text
}

describe('recordTransport between BFF and service', () => {
  it('changes nothing: the service gets the key, the BFF its response', async () => {
    const { heard, send } = service(['{"a":', '1.0}'])
    const request = aRequest()
    const reply = await recordTransport(send, () => undefined)(request)
    expect(heard).toEqual([request])
    expect(reply.header('content-type')).toBe('application/json')
    expect(await read(reply.body)).toBe('{"a":1.0}')
  })

  it('never records the key', async () => {
    const exchanges: Exchange[] = []
    const reply = await recordTransport(service(['{"a":1.0}']).send, (exchange) => exchanges.push(exchange))(aRequest())
    await read(reply.body)
    expect(JSON.stringify(exchanges)).not.toContain('Q0FOQVJZ')
    expect(exchanges).toMatchObject([
      {
        method: 'POST',
        headers: { authorization: hiddenKey },
        body: '{"first_name":"Ada"}',
        answer: { kind: 'answered', status: 200, headers: { 'content-type': 'application/json' }, body: '{"a":1.0}' },
      },
    ])
  })

  it('records a failed connection by its code and not by its message', async () => {
    const exchanges: Exchange[] = []
    const failure = Object.assign(new Error(`invalid header ${canary}`), { code: 'ECONNRESET' })
    const send = recordTransport(
      () => Promise.reject(failure),
      (exchange) => exchanges.push(exchange),
    )
    await expect(send(aRequest())).rejects.toBe(failure)
    expect(exchanges.map(({ answer }) => answer)).toEqual([{ kind: 'none', reason: 'ECONNRESET' }])
  })

  it('records that a response broke off', async () => {
    const exchanges: Exchange[] = []
    const { send } = service(['{"a":'], new TypeError('terminated'))
    const reply = await recordTransport(send, (exchange) => exchanges.push(exchange))(aRequest())
    await expect(read(reply.body)).rejects.toThrow('terminated')
    expect(exchanges.map(({ answer }) => answer)).toEqual([
      { kind: 'none', reason: '200, then the answer broke off: TypeError' },
    ])
  })

  it('records a response once that nobody reads', async () => {
    const exchanges: Exchange[] = []
    const reply = await recordTransport(service([]).send, (exchange) => exchanges.push(exchange))(aRequest())
    reply.discard()
    expect(exchanges.map(({ answer }) => answer)).toEqual([
      { kind: 'answered', status: 200, headers: { 'content-type': 'application/json' }, body: '' },
    ])
  })
})
