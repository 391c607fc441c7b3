/** The sandbox over real connections: behavior that only a server has. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { aRequest } from '../../contract/testing/samples.ts'
import { runInTerminal } from '../../server/testing/run-in-terminal.ts'
import { aRegistrationCall, keyHeader } from '../testing/service-call.ts'
import { runCli, runSandbox } from './sandbox-command.ts'

const running: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.close()))
})

async function start(env: Record<string, string> = {}) {
  const lines: string[] = []
  const sandbox = await runSandbox({ SANDBOX_PORT: '0', ...env }, (line) => lines.push(line))
  running.push(sandbox)
  return { ...sandbox, lines }
}

const register = (base: string, scenario = '') =>
  fetch(aRegistrationCall(aRequest({ email: `ada${scenario}@example.org` }), { base }))

/** Sends bytes unchanged, and returns the whole response. */
async function raw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    answer += part
  })
  socket.on('error', () => undefined)
  socket.write(text)
  await once(socket, 'close')
  return answer
}

const head = (path: string, ...more: string[]) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    'Content-Type: application/json',
    `Authorization: ${keyHeader}`,
    ...more,
    '',
    '',
  ].join('\r\n')
const path = '/v1/registration/external/request/'

describe('the sandbox server', () => {
  it('answers 400 to a host that no URL can have, and HTTP/1.0 without a host', async () => {
    const { url } = await start()
    const ask = async (version: string, ...headers: string[]) =>
      (
        await raw(url, [`GET /_sandbox/received HTTP/${version}`, 'Connection: close', ...headers, '', ''].join('\r\n'))
      ).slice(9, 12)
    expect([await ask('1.1', 'Host: 1.2.3.4.5'), await ask('1.1', 'Host: xn--a')]).toEqual(['400', '400'])
    expect([await ask('1.0'), await ask('1.1', 'Host: localhost')]).toEqual(['200', '200'])
  })

  it('prints its address and its key, and links to its address', async () => {
    const { url, lines } = await start()
    expect(lines).toEqual([`Sandbox: ${url} (strict), key 00000000-0000-4000-8000-000000000001:sandbox-secret`])
    const answer = await (await register(url)).json()
    expect(answer.buttons[0].url).toBe(`${url}/state-site/MA`)
    expect((await fetch(answer.buttons[1].url)).status).toBe(200)
    expect(lines.slice(1)).toEqual([`sandbox POST ${path} 200`, 'sandbox GET /register-to-vote/resume/ 200'])
  })

  it('reads a body with Content-Length, and a chunked one as empty', async () => {
    const { url } = await start()
    const body = JSON.stringify(aRequest())
    const sized = await raw(url, `${head(path, `Content-Length: ${body.length}`)}${body}`)
    expect(sized).toMatch(/^HTTP\/1\.1 200 /)
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    const chunked = await raw(url, `${head(path, 'Transfer-Encoding: chunked')}${chunk}`)
    expect(chunked).toMatch(/^HTTP\/1\.1 400 /)
    expect(chunked).toContain('"first_name":["This field is required."]')
    const none = await raw(url, head(path))
    expect(none).toContain('"first_name":["This field is required."]')
  })

  it('redirects a call without slash, which a client then repeats as GET and without the body (X31)', async () => {
    const { url } = await start()
    const moved = await fetch(`${url}/v1/event/track`, { method: 'POST', body: '{}', redirect: 'manual' })
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/v1/event/track/'])
    const followed = await fetch(`${url}/v1/event/track`, { method: 'POST', body: '{}' })
    expect(followed.status).toBe(405)
  })

  it('cuts the connection in the scenario reset, after accepting the registration', async () => {
    const { url } = await start()
    const body = JSON.stringify(aRequest({ email: 'a+reset@example.org' }))
    expect(await raw(url, `${head(path, `Content-Length: ${body.length}`)}${body}`)).toBe('')
    const received = await (await fetch(`${url}/_sandbox/received`)).json()
    expect(received.registrations).toMatchObject([{ scenario: 'reset' }])
    expect(received.calls).toMatchObject([{ status: 499, scenario: 'reset' }])
  })

  it('forgets a disconnected client in the scenario hang, which does not keep the server from closing', async () => {
    const sandbox = await start()
    const { url } = sandbox
    const leave = new AbortController()
    const call = aRegistrationCall(aRequest({ email: 'a+hang@example.org' }), { base: url })
    const left = fetch(call, { signal: leave.signal }).catch((error: Error) => error.name)
    const stayed = register(url, '+hang').catch((error: Error) => error.name)
    const list = async () => (await (await fetch(`${url}/_sandbox/received`)).json()).calls
    await expect.poll(async () => (await list()).length).toBe(2)
    leave.abort()
    expect(await left).toBe('AbortError')
    await expect
      .poll(async () => (await list()).map(({ status }: { status: number }) => status).sort())
      .toEqual([0, 499])
    await sandbox.close()
    expect(await stayed).toBe('TypeError')
  })
})

describe('the sandbox’s two hosts (R-A105 to R-A107)', () => {
  const track = (base: string | undefined, event: unknown) =>
    fetch(`${base}/v1/event/track/`, { method: 'POST', body: JSON.stringify(event), headers: json })
  const json = { 'content-type': 'application/json' }
  const callsOf = async (base: string | undefined) => (await (await fetch(`${base}/_sandbox/received`)).json()).calls

  it('have the same paths and key, and separate memory and links', async () => {
    const { url, stagingUrl = '', lines } = await start({ SANDBOX_STAGING_PORT: '0' })
    expect(lines).toEqual([expect.stringMatching(/^Sandbox: /), `Staging: ${stagingUrl} (strict), the same key`])
    expect(new URL(stagingUrl).port).not.toBe(new URL(url).port)
    const answer = await (await register(stagingUrl)).json()
    expect(answer.buttons[0].url).toBe(`${stagingUrl}/state-site/MA`)
    expect((await track(url, answer.buttons[0].event_tracking)).status).toBe(400)
    expect((await track(stagingUrl, answer.buttons[0].event_tracking)).status).toBe(201)
    expect([(await callsOf(url)).length, (await callsOf(stagingUrl)).length]).toEqual([1, 2])
    for (const read of ['/v2/election/field/', '/v1/leouptime/sites/']) {
      expect([read, (await fetch(url + read)).status, (await fetch(stagingUrl + read)).status]).toEqual([
        read,
        200,
        200,
      ])
    }
    expect(lines).toContain(`staging POST ${path} 200`)
  })

  it('reject writes from other addresses in production only, and no reads', async () => {
    const env = { SANDBOX_STAGING_PORT: '0', SANDBOX_ALLOWED_NETWORKS: '203.0.113.0/24,2001:db8:1::/48' }
    const { url, stagingUrl = '' } = await start(env)
    const rejected = await register(url)
    expect([rejected.status, rejected.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8'])
    const answer = await (await register(stagingUrl)).json()
    expect((await track(url, answer.buttons[0].event_tracking)).status).toBe(403)
    expect((await track(stagingUrl, answer.buttons[0].event_tracking)).status).toBe(201)
    const reads = ['/v2/election/field/', '/v1/leouptime/sites/', '/_sandbox/scenarios']
    expect(await Promise.all(reads.map(async (read) => (await fetch(url + read)).status))).toEqual([200, 200, 200])
    const received = await (await fetch(`${url}/_sandbox/received`)).json()
    expect(received.registrations).toEqual([])
    expect(received.calls.map(({ status }: { status: number }) => status).slice(0, 2)).toEqual([403, 403])
  })

  it('accept POST in production from a listed network, without trusting headers', async () => {
    const { url } = await start({ SANDBOX_ALLOWED_NETWORKS: '203.0.113.9,127.0.0.0/8' })
    expect((await register(url)).status).toBe(200)
    const { url: closed } = await start({ SANDBOX_ALLOWED_NETWORKS: '203.0.113.9' })
    const call = aRegistrationCall(aRequest(), { base: closed })
    call.headers.set('x-forwarded-for', '203.0.113.9')
    expect((await fetch(call)).status).toBe(403)
  })

  it('start together or not at all: a staging port in use is reported', async () => {
    const first = await start()
    const taken = new URL(first.url).port
    const free = await start()
    const port = new URL(free.url).port
    await free.close()
    const env = { SANDBOX_PORT: port, SANDBOX_STAGING_PORT: taken }
    await expect(runSandbox(env, () => undefined)).rejects.toThrow(
      `Port ${taken} is in use: set SANDBOX_STAGING_PORT to another.`,
    )
    await first.close()
    const second = await start(env)
    expect([second.url, second.stagingUrl]).toEqual([`http://127.0.0.1:${port}`, `http://127.0.0.1:${taken}`])
  })
})

describe('the sandbox’s environment', () => {
  it('falls back to PORT and HOST', async () => {
    const sandbox = await runSandbox({ PORT: '0', HOST: 'localhost' }, () => undefined)
    running.push(sandbox)
    expect(sandbox.url).toMatch(/^http:\/\/localhost:\d+$/)
    expect((await fetch(`${sandbox.url}/_sandbox/scenarios`)).status).toBe(200)
  })

  it('can set a public address and a mode', async () => {
    const { url } = await start({ SANDBOX_PUBLIC_URL: 'https://sandbox.example/', SANDBOX_MODE: 'faithful' })
    const tennessee = aRegistrationCall(aRequest({ state: 'TN' }), { base: url })
    const answer = await (await fetch(tennessee)).json()
    expect(answer.buttons[0].url).toBe('https://sandbox.example/state-site/TN')
  })

  it('with a port in use gives a sentence with the variable that changes it', async () => {
    const { url } = await start()
    const port = new URL(url).port
    await expect(runSandbox({ SANDBOX_PORT: port })).rejects.toThrow(
      `Port ${port} is in use: set SANDBOX_PORT to another.`,
    )
    await expect(runSandbox({ PORT: port })).rejects.toThrow(`Port ${port} is in use: set PORT to another.`)
  })

  it.each([
    [{ SANDBOX_PORT: '70000' }, 'SANDBOX_PORT is not a whole number from 0 to 65535, got 70000'],
    [{ SANDBOX_PORT: 'x' }, 'SANDBOX_PORT is not a whole number from 0 to 65535, got "x"'],
    [{ SANDBOX_PORT: '0', SANDBOX_MODE: 'real' }, 'SANDBOX_MODE is neither strict nor faithful, got "real"'],
    [{ SANDBOX_PORT: '0', SANDBOX_PUBLIC_URL: 'x' }, 'SANDBOX_PUBLIC_URL is not an absolute address'],
    [{ SANDBOX_STAGING_PORT: '-1' }, 'SANDBOX_STAGING_PORT is not a whole number from 0 to 65535, got "-1"'],
    [{ SANDBOX_ALLOWED_NETWORKS: '10.0.0.1/8' }, 'SANDBOX_ALLOWED_NETWORKS has "10.0.0.1/8", which is not a network'],
    [
      { SANDBOX_PORT: '0', SANDBOX_HOST: '203.0.113.1' },
      'SANDBOX_HOST is not an address of this machine, got "203.0.113.1"',
    ],
  ])('cannot be %j', async (env, sentence) => {
    await expect(runSandbox(env)).rejects.toThrow(sentence)
  })
})

const run = (...args: string[]) => runInTerminal(runCli, args)

it('the sandbox exits with 1, as every server, if it cannot listen: the configuration may work later', async () => {
  const { end, err } = await run('--sandbox-port', '0', '--host', '203.0.113.1')
  expect(end).toEqual({ type: 'over', code: 1 })
  expect(err).toBe('HOST is not an address of this machine, got "203.0.113.1": set it to 127.0.0.1 or 0.0.0.0.\n')
})

it.each(['help', '--help'])('%s prints the sandbox’s variables, each with its default', async (help) => {
  const { end, out } = await run(help)
  expect(end).toEqual({ type: 'over', code: 0 })
  expect(out).toMatch(/^Usage: voter-registration-sandbox \[options\]\n/)
  expect(out.replaceAll(/\s+/g, ' ')).toMatch(/--sandbox-mode <value> SANDBOX_MODE: [^[]*\[strict\]/)
  expect((await run('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/)
})
