/** Every file that an operator names, in a process of its own: the calls that must not hang would hang this one, too. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { maxOperatorFileSize, readOperatorText } from './operator-files.ts'
import { BffOptions } from './options/bff-options.ts'
import { fileVariable, listOptions } from './options/option.ts'
import { serviceEnvironment } from './testing/service-environment.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

const folder = temporaryFolder()
const at = (name: string) => path.join(folder, name)

it('an operator’s file is a regular one of at most 32 MiB, or a link to one', () => {
  writeFileSync(at('file'), 'ä')
  symlinkSync(at('file'), at('link'))
  expect([readOperatorText(at('file')), readOperatorText(at('link'))]).toEqual(['ä', 'ä'])
  mkdirSync(at('folder'))
  writeFileSync(at('large'), '')
  truncateSync(at('large'), maxOperatorFileSize + 1)
  expect(() => readOperatorText(at('folder'))).toThrow(/is a folder: "[^"]+". Put the content into a regular file\.$/)
  expect(() => readOperatorText('/dev/zero')).toThrow('names a file that is a device: "/dev/zero".')
  expect(() => readOperatorText(at('large'))).toThrow(`has ${maxOperatorFileSize + 1} bytes: `)
  expect(() => readOperatorText(at('none'))).toThrow(/cannot be read: .* Check that it is there/)
})

it('a byte order mark at the start of an operator’s file is not part of its text', () => {
  writeFileSync(at('marked'), '\uFEFF{"a":1}')
  expect(readOperatorText(at('marked'))).toBe('{"a":1}')
})

/** Starts the command line from its source with each environment in turn, and prints what each says as JSON. */
const program = `
  import { createServer } from 'vite'
  const server = { middlewareMode: true, ws: false, watch: null }
  const optimizeDeps = { noDiscovery: true }
  const vite = await createServer({ configFile: false, logLevel: 'silent', appType: 'custom', server, optimizeDeps })
  for (const [program, args, env] of JSON.parse(process.env.CASES)) {
    const { runCli } = await vite.ssrLoadModule('/src/' + program + '.ts')
    let said = ''
    const end = await runCli(args, env, { out: () => {}, err: (text) => { said += text } })
    console.log('END' + JSON.stringify([end.type === 'over' ? end.code : end.type, said]))
  }
  process.exit()
`

it.runIf(process.platform === 'linux')(
  'a start with a named pipe for any file, or DATA_DIR in /proc, ends immediately with a sentence',
  () => {
    const pipe = at('pipe')
    execFileSync('mkfifo', [pipe])
    const partner = {
      name: 'River',
      privacy_url: 'https://river.example/p',
      allowed_origins: ['https://river.example'],
    }
    writeFileSync(at('key.json'), JSON.stringify({ river: { ...partner, key_file: pipe } }))
    writeFileSync(at('logo.json'), JSON.stringify({ river: { ...partner, branding: { logo: pipe } } }))
    writeFileSync(at('branding.json'), JSON.stringify({ logo: pipe }))
    const good = serviceEnvironment({ API_KEY_SECRET: 'SECRETCANARY', DATA_DIR: at('data'), LOG_LEVEL: 'error' })
    const variables = listOptions(BffOptions).flatMap(({ variable, isFile, hasFileVariant }) => [
      ...(isFile === true || variable.endsWith('_FILE') ? [variable] : []),
      ...(hasFileVariant === true ? [fileVariable(variable)] : []),
    ])
    expect(variables.length).toBeGreaterThan(7)
    const changes: Record<string, string>[] = [
      ...variables.map((variable) => ({ [variable.replace(/_FILE$/, '')]: '', [variable]: pipe })),
      { PARTNERS_FILE: at('key.json') },
      { PARTNERS_FILE: at('logo.json') },
      { PAGE_BRANDING_FILE: at('branding.json') },
      { DATA_DIR: '', DATABASE_URL: `postgres://a:b@127.0.0.1:1/db?sslmode=verify-full&sslrootcert=${pipe}` },
      { DATA_DIR: '/proc/x' },
    ]
    const cases = [
      ...changes.map((change) => ['server/commands/run-cli', ['bff'], { ...good, ...change }]),
      ['monitor/commands/monitor-command', [], { MONITOR_SITES: pipe, DATA_DIR: at('monitor') }],
    ]
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, CASES: JSON.stringify(cases) },
      timeout: 60_000,
      killSignal: 'SIGKILL',
    })
    expect(stderr).toBe('')
    const lines = stdout
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('END'))
      .map((line): unknown => JSON.parse(line.slice(3)))
    const says = /is a named pipe|is not a regular file|cannot be used \(ENOENT\)\. Set DATA_DIR/
    expect(lines).toEqual(cases.map(() => [2, expect.stringMatching(says)]))
  },
  90_000,
)
