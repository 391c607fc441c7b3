/** Fuzzes the BFF in front of the sandbox, both in this process, with malformed input: `FUZZ_RUNS` sets the number of runs,
 *  `SEED` repeats a run. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EncryptedAnswer } from '../../contract/bff-api.ts'
import { aResponse, aWholeRequest } from '../../contract/testing/samples.ts'
import { randomRuns, seed } from '../../contract/testing/seed.ts'
import { sandboxKey } from '../../sandbox/basic-auth.ts'
import { createSandbox } from '../../sandbox/create-sandbox.ts'
import { createBff } from '../create-bff.ts'
import type { LogLine } from '../observability/log.ts'
import { partnerOrigin, register } from '../testing/bff-requests.ts'
import type { Transport } from '../upstream/transport.ts'

const runs = randomRuns(300)
const [apiKeyId = '', apiKeySecret = ''] = sandboxKey.split(':')
const options = { upstreamUrl: 'http://127.0.0.1:8788', apiKeyId, apiKeySecret, allowedOrigins: [partnerOrigin] }
const utf8 = new TextEncoder()

let lines: LogLine[]
let upstream: number[]
beforeEach(() => {
  lines = []
  upstream = []
})

/** What must not leak: the key in every encoding, and what a person typed. */
const keys = [apiKeySecret, btoa(`${apiKeyId}:${apiKeySecret}`), btoa(apiKeySecret), encodeURIComponent(sandboxKey)]
const personal = ['PIICANARY', 'piicanary', btoa('PIICANARY').slice(0, 10)]

/** The leaks of the whole run, and the number of texts that were searched. */
const leaks: string[] = []
const seen = { answers: 0, written: 0 }

/** Searches a response. It may contain what the person typed, since it goes back to that person. */
function lookAtAnswer(text: string): void {
  seen.answers++
  leaks.push(...keys.filter((key) => text.includes(key)).map((key) => `${key} in an answer`))
}

/** Searches the output of the process. */
function lookAtWritten(text: string): void {
  seen.written++
  leaks.push(...[...keys, ...personal].filter((each) => text.includes(each)).map((each) => `${each} in ${text}`))
}

// Output that bypasses the log: a warning of Node, a library's console.
const write = { out: process.stdout.write.bind(process.stdout), err: process.stderr.write.bind(process.stderr) }
beforeAll(() => {
  process.stdout.write = ((...args: Parameters<typeof write.out>) => {
    lookAtWritten(String(args[0]))
    return write.out(...args)
  }) as typeof process.stdout.write
  process.stderr.write = ((...args: Parameters<typeof write.err>) => {
    lookAtWritten(String(args[0]))
    return write.err(...args)
  }) as typeof process.stderr.write
})
afterAll(() => {
  process.stdout.write = write.out
  process.stderr.write = write.err
})

/** A transport to a handler in this process instead of the network. */
function transportTo(handle: (request: Request) => Promise<Response>): Transport {
  return async ({ url, headers, body }) => {
    const response = await handle(new Request(url, { method: 'POST', headers, body }))
    upstream.push(response.status)
    const bytes = new Uint8Array(await response.arrayBuffer())
    return {
      status: response.status,
      header: (name) => response.headers.get(name) ?? undefined,
      body: (async function* () {
        yield bytes
      })(),
      discard: () => undefined,
    }
  }
}

/** A BFF whose every response and log line is searched. */
function bffOver(handle: (request: Request) => Promise<Response>) {
  const bff = createBff(options, {
    transport: transportTo(handle),
    log: (line) => {
      lines.push(line)
      lookAtWritten(JSON.stringify(line))
    },
  })
  return {
    fetch: async (request: Request) => {
      const response = await bff.fetch(request)
      const text = await response.text()
      lookAtAnswer(`${JSON.stringify([...response.headers])}${text}`)
      return new Response(response.status === 204 ? null : text, response)
    },
  }
}

/** Texts that often break programs: control and format characters, lone surrogates, markup, numbers as texts. */
const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 300 }),
  fc.constantFrom(
    'PIICANARY\0',
    '\ud800',
    '\udfff\ud800',
    '\u202e',
    '\u200b',
    '',
    ' ',
    '__proto__',
    'null',
    '1e999',
    '{{7*7}}',
  ),
  fc.constantFrom('<script>alert(1)</script>', "'; DROP TABLE x;--", '../../etc/passwd', '%00', 'é'.repeat(256)),
)
const anything = fc.oneof(
  odd,
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
)
const members = [...Object.keys(aWholeRequest()), '__proto__', 'constructor', 'prototype', 'toString', 'x']

describe(`fuzzing with seed ${seed}`, () => {
  it(`survives ${runs} bodies without a 5xx, an exception or prototype pollution`, async () => {
    const sandbox = createSandbox({ mode: 'faithful' })
    const bff = bffOver((request) => sandbox.fetch(request))
    const change = fc.tuple(fc.constantFrom(...members), anything)
    const bodies = fc.oneof(
      { weight: 6, arbitrary: fc.array(change, { minLength: 1, maxLength: 3 }).map(withChanges) },
      { weight: 1, arbitrary: fc.json() },
      { weight: 1, arbitrary: fc.array(change, { minLength: 1, maxLength: 3 }).map((all) => cut(withChanges(all))) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 8_000 }).map((deep) => '['.repeat(deep) + ']'.repeat(deep)) },
    )
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const { status } = await register(bff, { body })
        expect([200, 400, 413]).toContain(status)
      }),
      { numRuns: runs, seed },
    )
    expect(upstream.filter((status) => status >= 500)).toEqual([])
    expect(lines.filter(({ code }) => code === 'internal')).toEqual([])
    expect(Object.keys(Object.prototype)).toEqual([])
  }, 3_600_000)

  it(`turns ${runs} mutated responses into an answer, messages or a problem with an outcome`, async () => {
    let answer: { status: number; body: Uint8Array<ArrayBuffer>; type: string }
    const bff = bffOver(async () => {
      const { status, body, type } = answer
      return new Response(status === 204 || status === 304 ? null : body, { status, headers: { 'content-type': type } })
    })
    const good = JSON.stringify(aResponse())
    const button = fc.record(
      { message_text: anything, primary: anything, url: anything, url_expiry: anything, event_tracking: anything },
      { requiredKeys: [] },
    )
    const answers = fc.oneof(
      fc
        .record({ message_markdown: anything, buttons: fc.oneof(anything, fc.array(button, { maxLength: 4 })) })
        .map(json),
      fc
        .tuple(fc.constantFrom('message_markdown', 'buttons', 'x', '__proto__'), anything)
        .map(([key, value]) => `{"${key}":${json(value)},${good.slice(1)}`),
      fc.nat(good.length).map((at) => good.slice(0, at)),
      fc.tuple(fc.nat(good.length), odd).map(([at, text]) => good.slice(0, at) + text + good.slice(at)),
      fc.json(),
      fc.constantFrom('', '<html>', '\ufeff{}', 'x'.repeat(300_000), '['.repeat(50_000)),
    )
    const heads = fc.record({
      status: fc.constantFrom(200, 200, 200, 200, 201, 204, 301, 302, 304, 307, 400, 401, 403, 404, 415, 429, 500, 503),
      type: fc.constantFrom(
        'application/json',
        'application/json',
        'text/html',
        'application/json; charset=utf-16',
        '',
      ),
    })
    await fc.assert(
      fc.asyncProperty(answers, heads, async (text, head) => {
        answer = { ...head, body: Uint8Array.from(utf8.encode(text)) }
        const response = await register(bff)
        const body: unknown = await response.json()
        if (response.status === 200) expect(EncryptedAnswer.safeParse(body).success).toBe(true)
        else if (response.headers.get('content-type')?.startsWith('application/json')) expect(response.status).toBe(400)
        else expect(body).toMatchObject({ outcome: expect.stringMatching(/^(not_sent|unknown)$/) })
      }),
      { numRuns: runs, seed },
    )
    expect(lines.filter(({ code }) => code === 'internal')).toEqual([])
  }, 3_600_000)

  it('leaves no key in everything that was written, and no personal data in the log', () => {
    expect(leaks).toEqual([])
    expect(seen.answers).toBeGreaterThanOrEqual(runs)
    expect(seen.written).toBeGreaterThanOrEqual(runs)
    lookAtWritten('{"cause":"PIICANARY"}')
    expect(leaks).toHaveLength(1)
  })
})

/** A valid body whose values would identify a person in a log. */
const typed = {
  ...aWholeRequest(),
  first_name: 'PIICANARY',
  last_name: 'PIICANARY',
  address1: '1 PIICANARY Street',
  email: 'piicanary@example.org',
}

/** A valid body with added members, as text: so `__proto__` and duplicate members are possible. */
function withChanges(changes: readonly (readonly [string, unknown])[]): string {
  const put = changes.map(([key, value]) => `${json(key)}:${json(value)}`)
  return `${json(typed).slice(0, -1)},${put.join(',')}}`
}

function cut(text: string): string {
  return text.slice(0, Math.floor(text.length / 2))
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? 'null'
}
