import { describe, expect, it } from 'vitest'
import { aRequest } from '../contract/testing/samples.ts'
import { createSandbox, type SandboxOptions } from './create-sandbox.ts'
import { scenarios } from './scenarios.ts'
import { aRegistrationCall, aTrackingCall } from './testing/service-call.ts'

const base = 'http://127.0.0.1:8788'

describe('the sandbox’s inspection', () => {
  it('lists accepted registrations unchanged, and every call, never the key', async () => {
    const sandbox = createSandbox({ clock: { now: () => 0 }, uuid: () => '5b0c3f0e-1d0a-4a52-9d0e-0d3f7f0c1a11' })
    await sandbox.fetch(aRegistrationCall(aRequest(), { headers: { 'User-Agent': 'test/1' } }))
    await sandbox.fetch(aRegistrationCall({}))
    const response = await sandbox.fetch(new Request(`${base}/_sandbox/received`))
    const text = await response.text()
    const at = '1970-01-01T00:00:00.000Z'
    const headers = { authorization: 'present', accept: 'application/json', content_type: 'application/json' }
    const path = '/v1/registration/external/request/'
    expect(JSON.parse(text)).toEqual({
      registrations: [
        {
          body: aRequest(),
          action: '5b0c3f0e-1d0a-4a52-9d0e-0d3f7f0c1a11',
          received_at: at,
          headers: { ...headers, user_agent: 'test/1' },
        },
      ],
      events: [],
      tracking_failures: [],
      calls: [
        { method: 'POST', path, status: 200, received_at: at, headers: { ...headers, user_agent: 'test/1' } },
        { method: 'POST', path, status: 400, received_at: at, headers },
      ],
    })
    expect(text).not.toMatch(/sandbox-secret|Basic/)
  })

  it('is cleared by DELETE, while issued events stay valid', async () => {
    const sandbox = createSandbox()
    await sandbox.fetch(aRegistrationCall(aRequest()))
    const action = sandbox.received().registrations[0]?.action
    expect((await sandbox.fetch(new Request(`${base}/_sandbox/received`, { method: 'DELETE' }))).status).toBe(204)
    expect(sandbox.received()).toEqual({ registrations: [], events: [], tracking_failures: [], calls: [] })
    expect((await sandbox.fetch(aTrackingCall({ action, event_type: 'FinishExternal' }))).status).toBe(201)
  })

  it('keeps the last 1000 of each kind', async () => {
    const sandbox = createSandbox()
    for (let number = 0; number <= 1000; number++) await sandbox.fetch(aTrackingCall(String(number)))
    const { tracking_failures } = sandbox.received()
    expect([tracking_failures.length, tracking_failures[0]?.raw, tracking_failures[999]?.raw]).toEqual([
      1000,
      '1',
      '1000',
    ])
  })

  it.each(['/_sandbox/received', '/_sandbox/scenarios'])('lets any page read %s', async (path) => {
    const headers = { Origin: 'http://localhost:4173', 'Access-Control-Request-Method': 'DELETE' }
    const response = await createSandbox().fetch(new Request(`${base}${path}`, { headers }))
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const preflight = await createSandbox().fetch(new Request(`${base}${path}`, { method: 'OPTIONS', headers }))
    expect(preflight.headers.get('access-control-allow-methods')).toContain('DELETE')
  })

  it('lets no page call the API itself', async () => {
    const call = aRegistrationCall(aRequest(), { headers: { Origin: 'http://localhost:4173' } })
    expect((await createSandbox().fetch(call)).headers.get('access-control-allow-origin')).toBeNull()
  })

  it('lists the scenarios with the email address of each', async () => {
    const response = await createSandbox().fetch(new Request(`${base}/_sandbox/scenarios`))
    const list = await response.json()
    expect(list).toHaveLength(scenarios.length)
    expect(list[0]).toEqual({
      name: 'slow',
      email: 'anything+slow@example.org',
      upstream: expect.any(String),
      voter: expect.any(String),
      screen: 'answer',
      accepted: true,
    })
  })

  it('logs each call without its query, headers and body', async () => {
    const lines: unknown[] = []
    const sandbox = createSandbox({ log: (line) => lines.push(line) })
    await sandbox.fetch(aRegistrationCall(aRequest({ email: 'ada+one-button@example.org' })))
    await sandbox.fetch(new Request(`${base}/register-to-vote/resume/?token=secret`))
    expect(lines).toEqual([
      { method: 'POST', path: '/v1/registration/external/request/', status: 200, scenario: 'one-button' },
      { method: 'GET', path: '/register-to-vote/resume/', status: 400 },
    ])
  })
})

it.each([
  [{ publicUrl: 'localhost' }, /^- publicUrl .* is not an absolute address, got "localhost"/m],
  [{ publicUrl: 'http://a.example/?b=1' }, /^- publicUrl/m],
  [{ mode: 'loose' }, /^- mode .* is neither strict nor faithful, got "loose"/m],
])('createSandbox throws for invalid options %j', (options, message) => {
  expect(() => createSandbox(options as SandboxOptions)).toThrow(message)
})
