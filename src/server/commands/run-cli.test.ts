import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStorage } from '../store/sql-store.ts'
import { theOptions } from '../testing/bff-requests.ts'
import { listen } from '../testing/hosts/listen.ts'
import { runInTerminal } from '../testing/run-in-terminal.ts'
import { temporaryFolders } from '../testing/temporary-folder.ts'
import { runCli } from './run-cli.ts'

const run = (args: string[], env: Record<string, string> = {}) => runInTerminal(runCli, args, env)

const newFolder = temporaryFolders()
const { apiKeyId, apiKeySecret } = theOptions('')
const env = {
  UPSTREAM_URL: 'http://127.0.0.1:8788',
  API_KEY_ID: apiKeyId,
  API_KEY_SECRET: apiKeySecret,
  ALLOWED_ORIGINS: 'https://partner.example',
  PORT: '0',
  LOG_LEVEL: 'error',
}

describe('voter-registration-server', () => {
  it.each([[['help']], [['--help']], [['-h']]])('%j prints its commands', async (args) => {
    const { end, out } = await run(args)
    expect(end).toEqual({ type: 'over', code: 0 })
    for (const command of ['bff', 'check', 'outbox', 'consent', 'wording', 'migrate', '--version'])
      expect(out).toContain(command)
  })

  it('prints each variable of a server with its flag and its default, and secrets as variables only', async () => {
    const { code, out } = await run(['bff', '--help'])
    const text = out.replaceAll(/\s+/g, ' ')
    expect([code, out.split('\n')[0]]).toEqual([0, 'Usage: voter-registration-server bff [options]'])
    expect(text).toContain('--port <value> PORT: ')
    expect(text).toContain('[required]')
    expect(text).toMatch(/Secrets, by variable only: .*API_KEY_SECRET: /)
    expect(out).not.toContain('--api-key-secret')
  })

  it.each([
    ['help bff', 'bff --help'],
    ['help outbox retry', 'outbox retry --help'],
    ['help', '--help'],
  ])('prints the same help for "%s" as for "%s"', async (typed, same) => {
    const { code, out } = await run(typed.split(' '))
    expect([code, out]).toEqual([0, (await run(same.split(' '))).out])
  })

  it('prints its version', async () => {
    expect((await run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it.each([
    ['', 'Usage: voter-registration-server [options] [command]'],
    ['outbox', 'Usage: voter-registration-server outbox [options] [command]'],
    ['chekc', "error: unknown command 'chekc' (Did you mean check?)"],
    ['constructor', "error: unknown command 'constructor'"],
    ['outbox list --state lost', "argument 'lost' is invalid. Allowed choices are waiting, delivered,"],
    ['outbox list --limit 0', 'It is not a whole number from 1 to 10000.'],
    ['outbox show x', "command-argument value 'x' is invalid for argument 'id'."],
    ['outbox retry', 'retry needs the numbers of clicks, or --all.'],
    ['consent', 'Usage: voter-registration-server consent'],
    ['consent show', "error: missing required argument 'receipt'"],
    ['outbox lsit', "error: unknown command 'lsit' (Did you mean list?)"],
    ['bff now', "error: too many arguments for 'bff'. Expected 0 arguments but got 1."],
    ['bff --prot 1', "error: unknown option '--prot' (Did you mean --port?)"],
    ['bff --port', "error: option '--port <value>' argument missing"],
    ['bff --api-key-secret CANARY', "error: unknown option '--api-key-secret'"],
    ['bff --env-file /nowhere', '--env-file names a file that cannot be read: "/nowhere".'],
    ['init rails', "error: command-argument value 'rails' is invalid for argument 'kind'. Allowed choices are next,"],
  ])('ends "%s" with exit code 2 and an error that names the mistake, without its value', async (typed, sentence) => {
    const { code, err } = await run(typed.split(' ').filter(Boolean))
    expect(code).toBe(2)
    expect(err.replaceAll('\n', ' ')).toContain(sentence)
    expect(err).not.toContain('CANARY')
  })

  it('bff starts and says where, for whom, and without naming the key', async () => {
    const { end, out, err } = await run(['bff'], env)
    if (end.type !== 'running') throw new Error(err)
    expect(out).toBe(`BFF: ${end.url} for pages on https://partner.example\nHosted page: ${end.url}/form\n`)
    expect((await fetch(`${end.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${end.url}/form`)).status).toBe(200)
    await end.close()
  })

  it('bff: a flag sets its variable, and a file those that are not set', async () => {
    const file = path.join(newFolder(), 'bff.env')
    const { ALLOWED_ORIGINS, ...rest } = env
    writeFileSync(file, `ALLOWED_ORIGINS=${ALLOWED_ORIGINS} # pages\nBASE_PATH="/file"\nPAGE=off\n`)
    const { end, out, err } = await run(['bff', '--base-path=/flag', '--env-file', file], rest)
    if (end.type !== 'running') throw new Error(err)
    expect(out).toBe(`BFF: ${end.url}/flag for pages on https://partner.example\n`)
    expect((await fetch(`${end.url}/flag/settings`)).status).toBe(200)
    expect((await fetch(`${end.url}/flag/form`)).status).toBe(404)
    await end.close()
  })

  it('bff without configuration prints sentences and exits with code 2, without a stack', async () => {
    const { end, err } = await run(['bff'])
    expect(end).toEqual({ type: 'over', code: 2 })
    expect(err).toContain('- UPSTREAM_URL is missing.')
    expect(err).not.toMatch(/^\s+at /m)
  })

  it.each(['PORT', 'METRICS_PORT'])('bff on a port in use says that %s changes it', async (variable) => {
    const taken = await listen(createServer(), () => Promise.resolve())
    const { port } = new URL(taken.url)
    const { end, err } = await run(['bff'], { ...env, [variable]: port })
    expect(end).toEqual({ type: 'over', code: 1 })
    expect(err).toBe(`Port ${port} is in use: set ${variable} to another.\n`)
    await taken.stop()
  })

  it('bff on an address that this machine does not have names the variable', async () => {
    const { err } = await run(['bff'], { ...env, HOST: '192.0.2.1' })
    expect(err).toContain('HOST is not an address of this machine')
  })

  it('migrate brings the tables up to date, also while a BFF runs', async () => {
    const dataDir = newFolder()
    const running = await openStorage({ dataDir }, 'owner')
    expect(await run(['migrate'], { DATA_DIR: dataDir })).toMatchObject({
      code: 0,
      out: 'The tables are up to date.\n',
    })
    await running?.close()
  })
})
