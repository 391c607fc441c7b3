/** The systemd unit and the image use only settings that the program understands. */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../contract/testing/free-port.mjs'
import { variables } from '../options/bff-options.ts'
import { getCliArguments } from '../testing/cli-from-source.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const read = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8')

describe.each(['voter-registration.service', 'Dockerfile'])('deploy file %s', (name) => {
  const text = read(name)

  it('sets and names only existing variables', () => {
    const named = text.match(/\b[A-Z]+(_[A-Z]+)*(?==)/g) ?? []
    const known = new Set<string>([...Object.values(variables), 'NODE_ENV', 'MALLOC_ARENA_MAX', 'NODE_IMAGE'])
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((each) => !known.has(each))).toEqual([])
  })

  it.each([
    [
      'starts the command without a way to prototypes (threat 9)',
      /node"?,? "?--disable-proto=delete\b.*dist\/server\/cli\.js/,
    ],
    ['leaves room beside the heap of V8', /--max-old-space-size=384\b/],
    ['gives it longer to stop than the 20 s that it takes', /(TimeoutStopSec=|--stop-timeout )(2[5-9]|[3-9]\d)\b/],
    ['keeps its data', /DATA_DIR=\/(var\/lib\/voter-registration|data)\b/],
    ['holds no key', /^(?![\s\S]*API_KEY_SECRET=(?!…))/],
  ])('%s', (_promise, setting) => expect(text).toMatch(setting))
})

it('the systemd unit does not restart without the file of --env-file, which Node reads before any script', () => {
  // As `cli.js bff --env-file /nowhere` would, with a script that ends as ours does.
  const { status } = spawnSync(process.execPath, ['--eval', 'process.exit(2)', 'bff', '--env-file', '/nowhere'])
  const codes = /^RestartPreventExitStatus=(.*)$/m.exec(read('voter-registration.service'))?.[1]?.split(' ')
  expect(codes).toEqual(expect.arrayContaining(['2', String(status)]))
})

describe('a container', () => {
  const folder = temporaryFolder()
  const dockerfile = read('Dockerfile')
  const compose = read('compose.yaml')

  it.each([
    [
      'an image that is named by its digest',
      dockerfile,
      /^ARG NODE_IMAGE\n(FROM \$\{NODE_IMAGE\}( AS \w+)?\n|(?!FROM).*\n)*$/m,
    ],
    ['the libraries of a lock file', dockerfile, /^COPY .*package-lock\.json[\s\S]*^RUN .*npm ci .*--ignore-scripts/m],
    ['a user without rights (threat 9)', dockerfile, /^USER 1000:1000$/m],
    ['a start without rights', dockerfile, /--read-only .*--cap-drop=ALL --security-opt no-new-privileges/],
    [
      'services without rights',
      compose,
      /read_only: true[\s\S]*cap_drop: \[ALL\][\s\S]*no-new-privileges:true[\s\S]*(<<: \*confined[\s\S]*){2}/,
    ],
  ])('has %s', (_what, text, setting) => expect(text).toMatch(setting))

  /** Runs the image's check: the exit code. */
  const check = async (env: Record<string, string>) => {
    const [, args = '[]'] = /^HEALTHCHECK .*\n +CMD (\[.*\])$/m.exec(dockerfile) ?? []
    const [program, ...rest] = JSON.parse(args)
    expect(program).toBe('node')
    return promisify(execFile)(process.execPath, rest, { env }).then(
      () => 0,
      ({ code }) => code,
    )
  }

  it.each(['', '/api', '/api/'])('is healthy below "%s", and not where nothing answers', async (BASE_PATH) => {
    const asked: (string | undefined)[] = []
    const server = createServer((request, response) => {
      asked.push(request.url)
      response.end()
    })
    const env = { PORT: String(await freePort()), ...(BASE_PATH !== '' && { BASE_PATH }) }
    expect(await check(env)).toBe(1)
    await new Promise<void>((resolve) => void server.listen(Number(env.PORT), '127.0.0.1', resolve))
    expect(await check(env)).toBe(0)
    expect(asked).toEqual([BASE_PATH === '' ? '/healthz' : '/api/healthz'])
    server.close()
  })

  it('is healthy with the bff.env of the documentation, which has PUBLIC_HOSTS', { timeout: 60_000 }, async () => {
    const [, documented = ''] = /```env\n(.*?)```/s.exec(read('../../../docs/bff.md')) ?? []
    expect(documented).toContain('\nPUBLIC_HOSTS=')
    const file = path.join(folder, 'bff.env')
    writeFileSync(file, documented)
    const env = { PATH: process.env.PATH ?? '', PORT: String(await freePort()), DATA_DIR: path.join(folder, 'data') }
    const args = [...getCliArguments('server/commands/run-cli'), 'bff', '--env-file', file]
    const server = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    onTestFinished(() => void server.kill('SIGKILL'))
    await expect.poll(() => fetch(`http://127.0.0.1:${env.PORT}`).then(() => true), { timeout: 50_000 }).toBe(true)
    expect(await check(env)).toBe(0)
  })

  it('connects to the database in the role that it needs', () => {
    const [, services = ''] = compose.split(/^services:$/m)
    const parts = new Map(services.split(/^ {2}(?=\w+:$)/m).map((part) => [/^\w+/.exec(part)?.[0], part]))
    expect(parts.get('migrate')).toMatch(/DATABASE_URL: postgres:\/\/voter_registration_owner:/)
    expect(parts.get('bff')).toMatch(/DATABASE_URL: postgres:\/\/voter_registration_service:/)
    expect(parts.get('migrate')).not.toMatch(/env_file/)
    expect(parts.get('database')).not.toMatch(/ports:|env_file/)
    expect(parts.get('bff')).toMatch(/ports: \["127\.0\.0\.1:/)
    const listed = /a file \.env with five lines:\n([\s\S]*?)docker compose up/.exec(compose)?.[1] ?? ''
    const named = [...listed.matchAll(/^# {3}([A-Z_]+)=/gm)].map(([, name]) => name)
    const used = new Set(
      [...services.matchAll(/\$\{([A-Z_]+)/g), ...compose.matchAll(/image: \$\{([A-Z_]+)/g)].map(([, name]) => name),
    )
    expect(used).toEqual(new Set(named))
  })
})
