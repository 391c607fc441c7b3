import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { theOptions } from '../testing/bff-requests.ts'
import { runInTerminal } from '../testing/run-in-terminal.ts'
import { runCli } from './run-cli.ts'

const run = (args: string[], env: Record<string, string> = {}) => runInTerminal(runCli, args, env)

const { apiKeyId, apiKeySecret } = theOptions('')
const env = {
  UPSTREAM_URL: 'http://127.0.0.1:8788',
  API_KEY_ID: apiKeyId,
  API_KEY_SECRET: apiKeySecret,
  ALLOWED_ORIGINS: 'https://partner.example',
  PORT: '0',
  LOG_LEVEL: 'error',
}

describe('the command line', () => {
  it.each([[['help']], [['--help']], [['-h']]])('%j: says what there is', async (args) => {
    const { end, out } = await run(args)
    expect(end).toEqual({ type: 'over', code: 0 })
    for (const command of ['bff', 'check', 'outbox', 'consent', 'wording', 'migrate', '--version'])
      expect(out).toContain(command)
  })

  it.each([
    ['bff', 'UPSTREAM_URL', 'required'],
    ['bff', 'UPTIME_CACHE_SECONDS', '[60]'],
  ])('%s --help: has %s, and that it is %s when it is left out', async (command, variable, standard) => {
    const { end, out } = await run([command, '--help'])
    expect(end).toEqual({ type: 'over', code: 0 })
    expect(out).toContain(`Usage: voter-registration-server ${command}\n`)
    expect(out.split('\n').find((line) => line.startsWith(`  ${variable} `))).toContain(standard)
  })

  it.each([
    ['help bff', 'bff --help'],
    ['help counts', 'counts --help'],
    ['help outbox retry', 'outbox retry --help'],
    ['help help', 'help'],
  ])('%s: the same as %s', async (typed, same) => {
    const { code, out } = await run(typed.split(' '))
    expect([code, out]).toEqual([0, (await run(same.split(' '))).out])
  })

  it.each([
    ['help nosuch', '"nosuch" is not a command.'],
    ['help outbxo', '"outbxo" is not a command. Do you mean outbox?'],
    ['nosuch --help', '"nosuch" is not a command.'],
    ['bff nosuch --help', '"bff nosuch" is not a command.'],
    ['help outbox nosuch', '"nosuch" is not a command.'],
  ])('%s: has no help for what is no command', async (typed, sentence) => {
    const { code, err } = await run(typed.split(' '))
    expect([code, err.split('\n')[0]]).toEqual([2, sentence])
  })

  it('names a variable that is misspelt with the one that is meant, and shows no value', async () => {
    const misspelt = { TRUST_PROXY_HOP: 'VALUECANARY', RATELIMITS: 'on', PATH: '/bin', HOME: '/' }
    const { err } = await run(['bff'], { ...misspelt, UPSTREAM_URI: 'http://127.0.0.1:8788' })
    expect(err).toContain('TRUST_PROXY_HOP is set, and is read by nothing. Do you mean TRUST_PROXY_HOPS?')
    expect(err).toContain('Do you mean RATE_LIMITS?')
    expect(err).toContain('Do you mean UPSTREAM_URL?')
    expect(err.match(/Do you mean/g)).toHaveLength(3)
    expect(err).not.toContain('CANARY')
  })

  it('--version: says which', async () => {
    expect((await run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('called with nothing says what there is, and ends with 2', async () => {
    const { end, err } = await run([])
    expect([end, err]).toEqual([
      { type: 'over', code: 2 },
      expect.stringContaining('Usage: voter-registration-server <command>'),
    ])
  })

  it.each(['bfff', 'bff now', 'constructor', '--port 1'])(
    '%s is not understood: exit code 2, and where help is',
    async (typed) => {
      const { end, err } = await run(typed.split(' '))
      expect(end).toEqual({ type: 'over', code: 2 })
      expect(err).toMatch(
        new RegExp(`^"${typed}" is not a command\\..*\n\nvoter-registration-server help says more\\.\n$`),
      )
    },
  )

  it.each([
    ['chekc', 'check'],
    ['bfff', 'bff'],
    ['inti next', 'init'],
    ['--versoin', '--version'],
    ['init nxet', 'next'],
    ['init vit', 'vite'],
    ['init componse', 'compose'],
    ['outbox lsit', 'list'],
    ['consent exprot', 'export'],
  ])('%s: names the one that is meant, %s', async (typed, meant) => {
    const { end, err } = await run(typed.split(' '))
    expect(end).toEqual({ type: 'over', code: 2 })
    expect(err.split('\n')[0]).toMatch(new RegExp(`\\. Do you mean ${meant}\\?$`))
  })

  it.each([
    ['check --jsn', '"--jsn" is not a flag. Do you mean --json?'],
    ['check -x', '"-x" is not a flag. Use --json, --as-of, --env-file, --help, --quiet.'],
    ['check now', 'check takes flags only, got "now".'],
    ['outbox show', 'show takes ID, got nothing.'],
    ['outbox show 1 --all', '"--all" is not a flag. Use --json, --env-file, --help, --quiet.'],
    ['bff --prot 1', '"--prot" is not a flag. Do you mean --port?'],
    ['bff --origins x', '"--origins" is not a flag. Use --allowed-origins.'],
    ['bff --zzz x', '"--zzz" is not a flag.'],
    ['bff --port', '"--port" needs a value.'],
    [
      'bff --api-key-secret CANARY',
      '"--api-key-secret" is not a flag: others on this machine would see it. Set API_KEY_SECRET.',
    ],
    [
      'bff --env-file /nowhere',
      '--env-file names a file that cannot be read: "/nowhere". Check that it is there and that this user may read it.',
    ],
    ['check --json=3', '"--json" takes no value.'],
    ['init next --to', '"--to" needs a value.'],
    ['init next --to --force', '"--to" needs a value.'],
  ])('%s: names the flag or word that it cannot read', async (typed, sentence) => {
    const { end, err } = await run(typed.split(' '))
    expect(end).toEqual({ type: 'over', code: 2 })
    expect(err.split('\n')[0]).toBe(sentence)
    expect(err.split('\n').slice(1).join('')).not.toContain('CANARY')
  })

  it('names the commands of a task that is called without one', async () => {
    const { end, err } = await run(['outbox'])
    expect(end).toEqual({ type: 'over', code: 2 })
    expect(err.split('\n')[0]).toBe('Name a command: list, show, retry, export.')
  })

  it.each([['constructor'], ['bff now'], ['init rails'], ['init next vite'], ['outbox constructor']])(
    '%s: names none where none is alike',
    async (typed) => {
      expect((await run(typed.split(' '))).err).not.toContain('Do you mean')
    },
  )

  it.each([
    ['sandbox', 'voter-registration-sandbox'],
    ['sandbox check', 'voter-registration-sandbox check'],
    ['monitor status --down', 'voter-registration-monitor status --down'],
    ['civic show TN', 'voter-registration-civic show TN'],
  ])('%s: says which package has it now, and its command', async (typed, command) => {
    const { end, err } = await run(typed.split(' '))
    expect(end).toEqual({ type: 'over', code: 2 })
    const [name] = command.split(' ')
    expect(err.split('\n')[0]).toContain(`is a package of its own: npm install ${name}, then npx --no ${command}`)
  })

  it('bff: runs, and says where, for whom, and not with which key', async () => {
    const { end, out, err } = await run(['bff'], env)
    if (end.type !== 'running') throw new Error(err)
    expect(out).toBe(
      `BFF: ${end.url} for pages on https://partner.example\nIts own page with the form: ${end.url}/form\n`,
    )
    expect((await fetch(`${end.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${end.url}/form`)).status).toBe(200)
    await end.close()
  })

  it('bff: a flag sets its variable, and a file those that are not set', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-flags-'))
    const file = path.join(folder, 'bff.env')
    const { ALLOWED_ORIGINS, ...rest } = env
    writeFileSync(file, `ALLOWED_ORIGINS=${ALLOWED_ORIGINS} # pages\nBASE_PATH="/file"\nPAGE=off\n`)
    const { end, out, err } = await run(['bff', '--base-path=/flag', '--env-file', file], { ...rest, PAGE: 'on' })
    rmSync(folder, { recursive: true })
    if (end.type !== 'running') throw new Error(err)
    expect(out).toBe(
      `BFF: ${end.url}/flag for pages on https://partner.example\nIts own page with the form: ${end.url}/flag/form\n`,
    )
    await end.close()
  })

  it('outbox list --help: what this command takes, and no other', async () => {
    const { end, out } = await run(['outbox', 'list', '--help'])
    expect(end).toEqual({ type: 'over', code: 0 })
    expect(out).toContain('Usage: voter-registration-server outbox list [flags]\n')
    for (const flag of ['--state waiting|', '--limit N', '--json', '--env-file FILE', '--quiet'])
      expect(out).toContain(`  ${flag}`)
    expect(out).not.toContain('--all')
  })

  it('bff with BASE_PATH: says the address as a form needs it', async () => {
    const { end, out, err } = await run(['bff'], { ...env, BASE_PATH: '/api' })
    if (end.type !== 'running') throw new Error(err)
    expect(out).toContain(`BFF: ${end.url}/api for pages on https://partner.example\n`)
    expect((await fetch(`${end.url}/api/settings`)).status).toBe(200)
    await end.close()
  })

  it('bff with PAGE=off: no page', async () => {
    const { end, out, err } = await run(['bff'], { ...env, PAGE: 'off' })
    if (end.type !== 'running') throw new Error(err)
    expect(out).not.toContain('/form')
    expect((await fetch(`${end.url}/form`)).status).toBe(404)
    await end.close()
  })

  it('bff without configuration: sentences, exit code 2, no stack', async () => {
    const { end, err } = await run(['bff'])
    expect(end).toEqual({ type: 'over', code: 2 })
    expect(err).toContain('- UPSTREAM_URL is missing.')
    expect(err).not.toMatch(/^\s+at /m)
  })

  it('bff with a key that is wrong: never prints it', async () => {
    const { err } = await run(['bff'], { ...env, API_KEY_SECRET: 'CANARY:x', API_KEY_ID: 'CANARY', SEAL_KEY: 'CANARY' })
    expect(err).toContain('API_KEY_SECRET')
    expect(err).not.toContain('CANARY')
  })

  it.each(['PORT', 'METRICS_PORT'])('bff on a port that is taken: says that %s changes it', async (variable) => {
    const taken = createServer()
    await new Promise<void>((resolve) => {
      taken.listen(0, '127.0.0.1', resolve)
    })
    const { port } = taken.address() as AddressInfo
    const { end, err } = await run(['bff'], { ...env, [variable]: String(port) })
    expect(end).toEqual({ type: 'over', code: 1 })
    expect(err).toBe(`Port ${port} is in use: set ${variable} to another one.\n`)
    taken.close()
  })

  it('bff on an address that this machine does not have: says which variable is wrong', async () => {
    const { err } = await run(['bff'], { ...env, HOST: '192.0.2.1' })
    expect(err).toContain('HOST is not an address of this machine')
  })
})
