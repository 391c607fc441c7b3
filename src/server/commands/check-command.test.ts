/** The findings of `check`, with real things that are broken: it says what to do, and registers no one. */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../contract/testing/free-port.mjs'
import { listenOnFreePort } from '../../contract/testing/listen-on-free-port.ts'
import { runSandbox } from '../../sandbox/commands/sandbox-command.ts'
import { openStorage } from '../store/sql-store.ts'
import { certificates, sampleAuthority, sampleKey } from '../testing/certificates.ts'
import { respond } from '../testing/fake-service.ts'
import { runInTerminal } from '../testing/run-in-terminal.ts'
import { serviceEnvironment } from '../testing/service-environment.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'
import { sharedPostgres } from '../testing/shared-postgres.ts'
import { temporaryFolders } from '../testing/temporary-folder.ts'
import { checkConnection, type Finding } from './check/check-service.ts'
import { runCli } from './run-cli.ts'

const secret = 'SECRETCANARY'
const emptyForm = respond(400, JSON.stringify({ first_name: ['This field is required.'] }))
const service = await sharedFakeService(emptyForm)

const newFolder = temporaryFolders()
let folder: string
beforeEach(() => {
  folder = newFolder()
})

const envFor = (upstream: string, change: Record<string, string> = {}) =>
  serviceEnvironment({ UPSTREAM_URL: upstream, API_KEY_SECRET: secret, DATA_DIR: folder, ...change })

/** Runs the command; returns its findings, its text output, and its exit code. */
async function check(env: Record<string, string>) {
  const read = async (...args: string[]) => {
    const { out, err, code } = await runInTerminal(runCli, ['check', ...args], env)
    expect(out + err).not.toContain(env.API_KEY_SECRET)
    return { text: out + err, code }
  }
  const { text: json, code } = await read('--json')
  const findings: Finding[] = json
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  for (const { status, fix } of findings) expect(fix === undefined).toBe(status === 'ok')
  return {
    code,
    text: (await read()).text,
    of: (name: string) => findings.find((finding) => finding.name === name),
    findings,
  }
}

describe('check with the sandbox', () => {
  let sandbox: Awaited<ReturnType<typeof runSandbox>>
  beforeAll(async () => {
    sandbox = await runSandbox({ SANDBOX_PORT: '0' }, () => undefined)
  })
  afterAll(() => sandbox.close())
  const API_KEY_ID = '00000000-0000-4000-8000-000000000001'

  it('reports every finding as ok and registers nobody', async () => {
    const change = { API_KEY_ID, API_KEY_SECRET: 'sandbox-secret', PUBLIC_HOSTS: 'register.partner.example' }
    const { code, findings, text } = await check(envFor(sandbox.url, change))
    expect(findings.map(({ name, status }) => `${status} ${name}`)).toEqual(
      ['configuration', 'origins', 'UPSTREAM_URL name', 'key and address', 'clock', 'storage'].map(
        (name) => `ok ${name}`,
      ),
    )
    expect(code).toBe(0)
    expect(text).toMatch(/^ok {7}key and address: 400/m)
    const received: { registrations: unknown[] } = await (await fetch(`${sandbox.url}/_sandbox/received`)).json()
    expect(received.registrations).toEqual([])
  })

  it('says which half of a key is wrong', async () => {
    const otherKey = await check(envFor(sandbox.url))
    expect(otherKey.of('key and address')).toMatchObject({ status: 'problem', actual: '401' })
    expect(otherKey.of('key and address')?.fix).toContain('API_KEY_ID')
    expect(otherKey.code).toBe(1)
    const otherSecret = await check(envFor(sandbox.url, { API_KEY_ID }))
    expect(otherSecret.of('key and address')?.fix).toContain('API_KEY_SECRET is not its secret')
  })
})

describe('check with a service', () => {
  const page = { 'content-type': 'text/html; charset=UTF-8' }
  it.each([
    [
      'blocks this address in front',
      403,
      '<!DOCTYPE html><title>Access denied</title>',
      page,
      'problem',
      /address that it calls from/,
    ],
    ['refuses this address itself', 403, '{"detail":"Forbidden."}', {}, 'problem', /rejects this IP address/],
    ['is another one', 404, '<h1>Not Found</h1>', page, 'problem', /UPSTREAM_URL/],
    ['takes anything', 200, '{}', {}, 'problem', /UPSTREAM_URL/],
    ['takes anything, and answers', 200, '{"message_markdown":"x","buttons":7}', {}, 'problem', /test double/],
    ['answers 400 to everything', 400, '{"error":"x"}', {}, 'problem', /UPSTREAM_URL/],
    ['is in maintenance', 503, '<h1>Back soon</h1>', { ...page, 'retry-after': '3600' }, 'warning', /Try again later/],
    ['fails', 500, '<h1>Server Error (500)</h1>', page, 'warning', /API_KEY_ID/],
  ])('that %s reports what to do (%i)', async (_what, upstreamStatus, body, headers, status, fix) => {
    service.answerWith(respond(upstreamStatus, body, headers))
    const { of, code } = await check(envFor(service.url))
    expect(of('key and address')).toMatchObject({ status, fix: expect.stringMatching(fix) })
    expect(of('key and address')?.actual).toContain(String(upstreamStatus))
    expect(code).toBe(status === 'problem' ? 1 : 0)
    expect(service.registrations().at(-1)).toMatchObject({ body: '{}' })
  })

  it.each([
    [2_000, 'ok'],
    [-30_000, 'warning'],
    [120_000, 'problem'],
  ])('with a clock %i ms away reports it as %s', async (apart, status) => {
    service.answerWith((response, heard) => {
      response.setHeader('date', new Date(Date.now() + apart).toUTCString())
      emptyForm(response, heard)
    })
    expect((await check(envFor(service.url))).of('clock')).toMatchObject({ status })
  })

  it('names every missing variable and tries the key even if the configuration is incomplete', async () => {
    service.answerWith(emptyForm)
    const { ALLOWED_ORIGINS: _gone, ...env } = envFor(service.url, { TRUST_PROXY_HOPS: 'one' })
    const { code, findings, of } = await check(env)
    expect(code).toBe(2)
    expect(findings.filter(({ name }) => name === 'configuration').map(({ actual }) => actual.split(' ')[0])).toEqual([
      'ALLOWED_ORIGINS',
      'TRUST_PROXY_HOPS',
    ])
    expect(of('key and address')).toMatchObject({ status: 'ok' })
  })
})

describe('check of files that variables name', () => {
  const fileWith = (name: string, content: unknown) => {
    const file = path.join(folder, name)
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
    return file
  }

  it('names every problem in all of them, as "bff" does', async () => {
    const env = envFor(service.url, {
      PARTNERS_FILE: fileWith('partners.json', { river: { nam: 'River' } }),
      PAGE_BRANDING_FILE: fileWith('branding.json', { tokens: { 'color-primry': 'red' } }),
      NOTICE_FILE: fileWith('notices.json', 'junk'),
    })
    const { findings, code } = await check(env)
    const actual = findings.filter(({ status }) => status === 'problem').map((finding) => finding.actual)
    expect(code).toBe(2)
    for (const variable of ['PARTNERS_FILE', 'PAGE_BRANDING_FILE', 'NOTICE_FILE'])
      expect(actual).toContainEqual(expect.stringMatching(`^${variable} `))
    const started = await runInTerminal(runCli, ['bff'], env)
    expect(started.code).toBe(2)
    for (const problem of actual.filter((one) => one.includes('_FILE'))) expect(started.err).toContain(problem)
  })
})

it('check names the variables of an unused file, without their values', async () => {
  const file = path.join(folder, 'bff.env')
  const env = envFor(service.url)
  writeFileSync(file, 'TRUST_PROXY_HOP=VALUECANARY\nTRUST_PROXY_HOPS=1\nENCRYPTION_KEY_FILE=\nNODE_ENV=production\n')
  const { out } = await runInTerminal(runCli, ['check', '--env-file', file], env)
  expect(out.match(/nothing reads \S+/g)).toEqual(['nothing reads TRUST_PROXY_HOP'])
  expect(out).not.toContain('CANARY')
})

describe('check of the network', () => {
  it('finds a port where nothing listens', async () => {
    const { of, code } = await check(envFor(`https://localhost:${await freePort()}`))
    expect(of('UPSTREAM_URL TLS')).toMatchObject({ status: 'problem', actual: 'ECONNREFUSED' })
    expect(of('key and address')).toMatchObject({
      status: 'problem',
      actual: expect.stringContaining('ECONNREFUSED'),
      fix: expect.stringContaining('Nothing was sent.'),
    })
    expect(code).toBe(1)
  })

  it('finds a name without an address', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }))
    expect(await checkConnection('UPSTREAM_URL', 'https://nowhere.example', { resolve })).toMatchObject([
      { name: 'UPSTREAM_URL name', status: 'problem', actual: expect.stringContaining('ENOTFOUND') },
    ])
  })

  it.each([
    ['good', 'good.state.example', 'ok', /^TLSv1/],
    ['expired', 'good.state.example', 'problem', /CERT_HAS_EXPIRED/],
    ['good', 'other.state.example', 'problem', /ALTNAME/],
    ['selfSigned', 'good.state.example', 'problem', /SELF_SIGNED/],
  ] as const)('reports a certificate that is %s for %s', async (which, host, status, actual) => {
    const { port, close } = await listenOnFreePort(createServer({ cert: certificates[which], key: sampleKey }))
    const options = { resolve: async () => ['127.0.0.1'], ca: sampleAuthority }
    const [name, tls] = await checkConnection('UPSTREAM_URL', `https://${host}:${port}`, options)
    await close()
    expect(name).toMatchObject({ status: 'ok', actual: expect.stringContaining('127.0.0.1') })
    expect(tls).toMatchObject({ name: 'UPSTREAM_URL TLS', status, actual: expect.stringMatching(actual) })
  })
})

describe('check of storage', () => {
  const postgres = sharedPostgres()

  const storage = async (change: Record<string, string>) => (await check(envFor(service.url, change))).of('storage')
  const query = async (url: string, ...statements: string[]) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }

  it('inspects the folder and the schema version, and leaves nothing behind', async () => {
    expect(await storage({})).toMatchObject({ actual: expect.stringContaining('no tables yet') })
    expect(await storage({ DATA_DIR: path.join(folder, 'new') })).toMatchObject({
      status: 'ok',
      actual: expect.stringContaining('created at startup'),
    })
    const open = await openStorage({ dataDir: folder }, 'owner')
    expect(await storage({})).toMatchObject({ actual: expect.stringContaining('tables up to date') })
    await open?.close()
    const file = path.join(folder, 'a-file')
    writeFileSync(file, '')
    expect(await storage({ DATA_DIR: path.join(file, 'data') })).toMatchObject({ status: 'problem' })
    writeFileSync(path.join(folder, 'bff.db'), 'x'.repeat(8_192))
    expect(await storage({})).toMatchObject({ status: 'problem', fix: expect.stringContaining('file is damaged') })
    if (process.platform === 'linux')
      expect(await storage({ DATA_DIR: '/proc/x' })).toMatchObject({ status: 'problem' })
  })

  it('inspects the database, its tables and the rights of its role', async () => {
    const url = await postgres.newDatabase()
    expect(await storage({ DATA_DIR: '', DATABASE_URL: url })).toMatchObject({
      status: 'ok',
      actual: expect.stringContaining('no tables yet'),
    })
    await query(url, 'REVOKE CREATE ON SCHEMA public FROM PUBLIC', 'CREATE ROLE reader LOGIN')
    const reader = url.replace('//postgres@', '//reader@')
    expect(await storage({ DATA_DIR: '', DATABASE_URL: reader })).toMatchObject({
      status: 'problem',
      fix: expect.stringContaining('migrate'),
    })
    const open = await openStorage({ databaseUrl: url }, 'visitor')
    await open?.close()
    expect(await storage({ DATA_DIR: '', DATABASE_URL: reader })).toMatchObject({
      status: 'problem',
      actual: expect.stringContaining('42501'),
      fix: expect.stringContaining('roles.sql'),
    })
    await query(url, 'INSERT INTO bff_schema (version) VALUES (99)')
    expect(await storage({ DATA_DIR: '', DATABASE_URL: url })).toMatchObject({
      status: 'problem',
      actual: expect.stringContaining('newer version'),
    })
  })

  it('says why a database cannot be used, without its password', async () => {
    const url = await postgres.newDatabase()
    const other = url.replace(/[^/]+$/, 'other').replace('postgres@', 'postgres:PASSWORDCANARY@')
    const none = await check(envFor(service.url, { DATA_DIR: '', DATABASE_URL: other }))
    expect(none.of('storage')).toMatchObject({ status: 'problem', actual: expect.stringContaining('3D000') })
    expect(none.text).not.toContain('PASSWORDCANARY')
    const nobody = `postgres://x:PASSWORDCANARY@127.0.0.1:${await freePort()}/x`
    expect(await storage({ DATA_DIR: '', DATABASE_URL: nobody })).toMatchObject({
      status: 'problem',
      actual: expect.stringContaining('ECONNREFUSED'),
    })
  })
})
