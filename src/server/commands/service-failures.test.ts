/** Failures of the service, played by the sandbox: the voter gets the truth, and the operator learns what to do. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { aRequest } from '../../contract/testing/samples.ts'
import { runSandbox } from '../../sandbox/commands/sandbox-command.ts'
import { createBff } from '../create-bff.ts'
import type { LogLine } from '../observability/log.ts'
import { problemOf, register, theOptions } from '../testing/bff-requests.ts'

let sandbox: Awaited<ReturnType<typeof runSandbox>>
beforeAll(async () => {
  sandbox = await runSandbox({ SANDBOX_PORT: '0' }, () => undefined)
})
afterAll(() => sandbox.close())

const everyone = (init: RequestInit) => fetch(`${sandbox.url}/_sandbox/everyone`, init)
afterEach(() => everyone({ method: 'DELETE' }))

function aBff() {
  const lines: LogLine[] = []
  const key = { apiKeyId: '00000000-0000-4000-8000-000000000001', apiKeySecret: 'sandbox-secret' }
  return { lines, bff: createBff({ ...theOptions(sandbox.url), ...key }, { log: (line) => lines.push(line) }) }
}

const received = async (): Promise<unknown[]> =>
  (await (await fetch(`${sandbox.url}/_sandbox/received`)).json()).registrations

it.each([
  ['html-403', 503, 'upstream_auth', 'not_sent', /IP address that this server calls from/],
  ['block-1020', 503, 'upstream_auth', 'not_sent', /IP address that this server calls from/],
  ['json-403', 503, 'upstream_auth', 'not_sent', /IP address that this server calls from/],
  ['auth', 503, 'upstream_auth', 'not_sent', /API_KEY_SECRET/],
  // A 503 may come from behind the service or from in front of it.
  ['maintenance', 502, 'upstream_unknown', 'unknown', /maintenance/],
])('the scenario %s gives %i, %s, %s and advice', async (scenario, status, code, outcome, advice) => {
  const { bff, lines } = aBff()
  expect((await everyone({ method: 'PUT', body: JSON.stringify({ scenario }) })).status).toBe(200)
  const before = await received()
  const response = await register(bff, { body: aRequest() })
  expect(response.status).toBe(status)
  expect(await problemOf(response)).toMatchObject({ code, outcome })
  expect(await received()).toEqual(before)
  expect(lines.map(({ message = '' }) => message).filter((message) => advice.test(message))).toHaveLength(1)
})
