/** An uncaught error in the BFF as an operator runs it: voters with a registration in flight get the answer, the log reports it
 *  without any typed data, and the process exits so that its supervisor restarts it. And the monitor, killed: a short
 *  run of `e2e/faults/kill-monitor.mjs`, which `npm run test:faults` runs completely. */
import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { freePort } from '../src/contract/testing/free-port.mjs'
import { root } from './child.ts'

/** A script that fails on command, in each way that a program can. */
const mistakes = `process.on('message', (how) => setTimeout(() => {
  if (how === 'an exception') throw Object.assign(new Error('PIICANARY'), { name: 'PIICANARY typed this' })
  if (how === 'a rejection') Promise.reject(new RangeError('PIICANARY'))
  if (how === 'nothing at all') throw null
}))`

const origin = 'https://partner.example'
const answer = { message_markdown: 'x', buttons: [] }
const voter = {
  first_name: 'PIICANARY',
  last_name: 'Sample',
  date_of_birth: '1990-04-12',
  email: 'piicanary@example.org',
  address1: '10 Test Street',
  city: 'Boston',
  state: 'MA',
  zipcode: '02108',
  sms_opt_in: true,
}

for (const [how, cause] of [
  ['an exception', 'unknown'],
  ['a rejection', 'RangeError'],
  ['nothing at all', 'unknown'],
]) {
  test(`a process with ${how} finishes its work, logs it and exits with 1${how === 'an exception' ? ' @main' : ''}`, async () => {
    const held: ServerResponse[] = []
    const service = createServer((request, response) => {
      request.resume().on('end', () => held.push(response))
    })
    await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
    const port = await freePort()
    const preload = `data:text/javascript,${encodeURIComponent(mistakes)}`
    const bff = spawn(
      process.execPath,
      [
        '--disable-proto=delete',
        '--import',
        preload,
        'node_modules/voter-registration-server/dist/server/cli.js',
        'bff',
      ],
      {
        cwd: root,
        env: {
          PATH: process.env.PATH,
          UPSTREAM_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
          API_KEY_ID: '00000000-0000-4000-8000-000000000001',
          API_KEY_SECRET: 'KEYCANARY',
          ALLOWED_ORIGINS: origin,
          PORT: String(port),
        },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    )
    let output = ''
    for (const stream of [bff.stdout, bff.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    const exit = once(bff, 'exit')
    const url = `http://127.0.0.1:${port}`
    try {
      await expect
        .poll(() =>
          fetch(`${url}/healthz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        )
        .toBe(true)
      const settings = (await (await fetch(`${url}/settings`)).json()) as { wording: { en: { version: string } } }
      const registered = fetch(`${url}/registrations`, {
        method: 'POST',
        headers: {
          origin,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
          'consent-version': settings.wording.en.version,
        },
        body: JSON.stringify(voter),
      })
      await expect.poll(() => held.length).toBe(1)
      bff.send(how ?? '')
      await expect.poll(() => output).toContain(`"code":"crash","cause":"${cause}"`)
      held[0]?.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      expect((await registered).status).toBe(200)
      expect(await exit).toEqual([1, null])
      expect(output).not.toMatch(/PIICANARY|piicanary|KEYCANARY/)
      expect(output).not.toMatch(/^\s+at /m)
    } finally {
      bff.kill('SIGKILL')
      service.close()
      service.closeAllConnections()
    }
  })
}

test('outages are neither lost, doubled nor invented when the monitor is killed twice', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['e2e/faults/kill-monitor.mjs'], {
    cwd: root,
    env: { ...process.env, KILLS: '2' },
    timeout: 80_000,
  })
  expect(stdout).toContain('No outage lost, doubled or made up.')
})
