/** Runs what the documentation says about nginx: each page's blocks, pasted into the two places that they name. */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../src/contract/testing/free-port.mjs'
import { hostedPage } from '../../src/form/hosted/app.tsx'
import { serve } from '../../src/server/serve.ts'
import { register, theOptions } from '../../src/server/testing/bff-requests.ts'
import { sharedFakeService } from '../../src/server/testing/shared-fake-service.ts'
import { temporaryFolder } from '../../src/server/testing/temporary-folder.ts'
import { onPath } from '../debian.mjs'
import { codeBlocks } from './page-blocks.ts'

const program = onPath('nginx') ?? ''
const nginx = spawnSync(program, ['-V'], { encoding: 'utf8' })
const skipped = nginx.status !== 0 ? ' (skipped: no nginx that starts is installed)' : ''

const blocks = codeBlocks(path.join(import.meta.dirname, '../..')).filter(({ language }) => language === 'nginx')

const folder = temporaryFolder()

/** The folders for temporary files, of the modules that this nginx has. */
const temporaryFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  .filter((name) => !nginx.stderr?.includes(`--without-http_${name}_module`))
  .map((name) => `${name}_temp_path ${folder}/${name};`)

/** Writes a configuration with a page's blocks. Returns nginx's arguments. @param change what a reader edits in the blocks */
function configure(page: string, port: number, change = (text: string) => text): string[] {
  const texts = blocks
    .filter(({ file }) => file === page)
    .map(({ text }) => change(text).replaceAll('/var/log/nginx', folder))
  const isForHttp = (text: string) => text.startsWith('# In the http block.')
  const file = path.join(folder, `${port}.conf`)
  // One process needs no right to change its user. `user` keeps root from looking up the user that nginx was built with.
  const configuration = `daemon off; master_process off; ${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/${port}.pid; error_log ${folder}/errors.log; events {}
http {
  ${temporaryFolders.join(' ')}
  # As Debian has it, with the whole request line.
  access_log ${folder}/site.log;
  ${texts.filter(isForHttp).join('\n')}
  server {
    listen 127.0.0.1:${port};
    ${texts.filter((text) => !isForHttp(text)).join('\n')}
  }
}`
  writeFileSync(file, configuration)
  return ['-p', folder, '-c', file]
}

describe.skipIf(nginx.status !== 0)(`the nginx of the documentation${skipped}`, async () => {
  const service = await sharedFakeService()

  it.each([...new Set(blocks.map(({ file }) => file))])('is configured by the blocks of %s', async (page) => {
    const { stderr } = await promisify(execFile)(program, ['-t', ...configure(page, await freePort())])
    expect(stderr).toContain('test is successful')
  })

  /** Starts nginx in front of a BFF that knows one public name. @returns a BFF client that sends through nginx, and what ends both */
  async function start(
    hostVariable: '$host' | '$http_host',
    nameOfPort: (port: number) => string,
    change = (text: string) => text,
  ) {
    const port = await freePort()
    const bff = await serve(
      {
        ...theOptions(service.url),
        dataDir: path.join(folder, `data-${port}`),
        port: 0,
        trustProxyHops: 1,
        publicHosts: [nameOfPort(port)],
      },
      { log: () => undefined, page: hostedPage() },
    )
    const edit = (text: string) =>
      change(text)
        .replace('http://127.0.0.1:8787', bff.url)
        .replace('$host', () => hostVariable)
    const child = spawn(program, configure('docs/deployment.md', port, edit), { stdio: 'ignore' })
    const ended = once(child, 'exit')
    onTestFinished(async () => {
      child.kill('SIGTERM')
      await ended
      await bff.close()
    })
    const ask = (address: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}/api${address}`, init)
    await expect
      .poll(() =>
        ask('/healthz').then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true)
    const client = {
      fetch: async (request: Request) =>
        ask(new URL(request.url).pathname, {
          method: request.method,
          headers: request.headers,
          ...(request.method === 'POST' && { body: await request.text() }),
        }),
    }
    return { ask, bff, client }
  }

  it('forwards a page with 39 KB of cookies, rejects 40 KB, and logs no query', async () => {
    const { ask, bff, client } = await start('$host', () => '127.0.0.1')
    const open = (kilobytes: number) =>
      ask('/form?first_name=QUERYCANARY', { headers: { Cookie: `a=${'x'.repeat(kilobytes * 1024 - 2)}` } })
    for (const kilobytes of [1, 8, 32, 39]) expect((await open(kilobytes)).status).toBe(200)
    const tooMany = await open(40)
    expect(tooMany.status).toBe(431)
    expect(await tooMany.text()).toContain('<a href="https://vote.gov/">')
    expect((await register(client)).status).toBe(200)
    expect(service.registrations()).toHaveLength(1)
    await bff.close()
    expect((await open(1)).status).toBe(502)
    const logs = readdirSync(folder).filter((name) => name.endsWith('.log'))
    const lines = Object.fromEntries(logs.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]))
    expect(lines['access.log']).toMatch(
      /"GET \/api\/form" 200 .*"GET \/api\/form" 431 .*"POST \/api\/registrations" 200 /s,
    )
    expect(JSON.stringify(lines)).not.toContain('CANARY')
  })

  it('limits the reads of one address with 429, and no registration behind it', async () => {
    const { ask } = await start(
      '$host',
      () => '127.0.0.1',
      (text) => text.replace('rate=50r/s', 'rate=1r/m').replace('burst=500', 'burst=3'),
    )
    const read: number[] = []
    for (let count = 0; count < 9; count++) read.push((await ask('/settings')).status)
    expect(read.at(-1)).toBe(429)
    expect((await ask('/registrations', { method: 'POST', body: '{}' })).status).not.toBe(429)
  })

  it('forwards the port with $http_host, as PUBLIC_HOSTS needs on an unusual port', async () => {
    const { client } = await start('$http_host', (port) => `127.0.0.1:${port}`)
    expect((await register(client)).status).toBe(200)
  })
})
