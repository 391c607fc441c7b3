import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-report-'))
symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const own = (file: string) => path.join(root, file)
const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
/** Runs a Node program in the folder, and returns its exit code and its lines on both streams. */
function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NO_COLOR: '1', CHROMIUM: '/a browser' },
  })
  return { code: status, out: stdout, all: `${stdout}\n${stderr}` }
}

/** Tests of which one fails, one has a long title and one passes, for a framework with `test` and `expect`. */
const tests = (framework: string) => `import { expect, test } from '${framework}'
test("fails (it's $5)", () => expect([1, 2]).toEqual([1, 3]))
test('is long ${'x'.repeat(113)}', () => {})
${'\n'.repeat(9)}test('passes quietly', () => {})
`

describe.each([
  {
    name: 'unit tests',
    spec: ['a.test.mjs', 'vitest'],
    args: [own('node_modules/vitest/vitest.mjs'), 'run', `--reporter=${own('.ci/runner/unit-reporter.mjs')}`],
    command: String.raw`npx --no -- vitest run a.test.mjs -t 'fails \(it'\''s \$5\)'`,
  },
  {
    name: 'browser tests',
    spec: ['a.spec.mjs', '@playwright/test'],
    args: [own('node_modules/@playwright/test/cli.js'), 'test', '-c', 'config.mjs'],
    command: String.raw`CHROMIUM='/a browser' npx --no -- playwright test -c config.mjs a.spec.mjs --project='one' -g 'fails \(it'\''s \$5\)'`,
  },
])('the report of $name', ({ spec: [file = '', framework = ''], args, command }) => {
  it('lists the failures alone with their commands, and refuses a title of 121 characters', () => {
    write(file, tests(framework))
    write(
      'config.mjs',
      `export default { reporter: '${own('e2e/reporter.ts')}', projects: [{ name: 'one' }], testMatch: '*.spec.mjs' }`,
    )
    const { code, all } = run(...args)
    expect(all).toContain('What failed, and how to run it again')
    expect(all).toContain(command)
    expect(all).toContain(`${file}: a title has 121 characters, 120 are the most: is long xxx`)
    expect(all).not.toContain('passes quietly')
    expect(code).toBe(1)
  })

  it('fails for a long title alone', () => {
    write(file, tests(framework).replace('[1, 3]', '[1, 2]'))
    expect(run(...args).code).toBe(1)
  })
})

describe('the report of browser tests that run a second time', () => {
  const playwright = [own('node_modules/@playwright/test/cli.js'), 'test', '-c', 'config.mjs', 'b.spec.mjs']
  const reason = `annotation: { type: 'quarantine', description: 'It waits for a repaired browser.' }`
  const passes = `import { expect } from '@playwright/test'
import { test } from '${own('e2e/engines/engine-test.ts')}'
test('passes', () => {})
test('fails at first', () => expect(test.info().retry).toBe(1))
test('is quarantined', { tag: '@quarantine', ${reason} }, () => expect(1).toBe(2))
`
  beforeAll(() =>
    write(
      'config.mjs',
      `export default { reporter: '${own('e2e/reporter.ts')}', projects: [{ name: 'one' }], testMatch: '*.spec.mjs', retries: 1, use: { trace: 'retain-on-failure' } }`,
    ),
  )

  it('lists what is flaky with its first trace, and what is quarantined with its sentence; the run passes', () => {
    write('b.spec.mjs', passes)
    const { code, out } = run(...playwright)
    const end = out.slice(out.lastIndexOf('Flaky or quarantined'))
    expect(end).toMatch(
      /^flaky: \[one\] b\.spec\.mjs:4 › fails at first\n {2}trace: \S*at-first-one\/trace\.zip\n {2}To run it: /m,
    )
    expect(end).toMatch(/^quarantined, failed: \[one\] b\.spec\.mjs:5 › is quarantined\n/m)
    expect(end).toContain('It waits for a repaired browser.')
    expect(end).toMatch(/\n0 skipped, 0 not run\n2 passed, 0 failed\n$/)
    expect(existsSync(/trace: (\S*trace\.zip)/.exec(end)?.[1] ?? '')).toBe(true)
    expect(out).toMatch(/FAILED, runs again: \n.*fails at first\n.*Expected: 1/s)
    expect(code).toBe(0)
  })

  it('fails for a test that hangs twice, and says where', () => {
    const hangs = `test('hangs', async () => { test.setTimeout(500); await new Promise(() => {}) })`
    write('b.spec.mjs', passes.replace(/test\('fails.*/, hangs))
    const { code, out } = run(...playwright)
    const end = out.slice(out.lastIndexOf('What failed'))
    expect(end).toMatch(/b\.spec\.mjs:4 › hangs\n.*pages when the time was over:\nno page is open\n/s)
    expect(end).not.toMatch(/flaky:|quarantined,/)
    expect(end).toMatch(/\n1 passed, 1 failed\n$/)
    expect(code).toBe(1)
  })

  it('fails for a quarantined test without a sentence', () => {
    write('b.spec.mjs', passes.replace(reason, '').replace('toBe(2)', 'toBe(1)'))
    const { code, out } = run(...playwright)
    expect(out).toContain('is quarantined: add an annotation of type "quarantine"')
    expect(out).toMatch(/\n3 passed, 0 failed\n$/)
    expect(code).toBe(1)
  })
})

describe('the report of a run', () => {
  it('ends with what failed, once more and alone, then what is flaky, then the counts', () => {
    write('says.mjs', 'console.log(process.env.TEXT); process.exitCode = Number(process.argv[2])')
    write(
      'run.mjs',
      `import { Report } from '${own('.ci/runner/report.mjs')}'
import { failuresBelow, flakyBelow } from '${own('.ci/runner/failures.mjs')}'
import { node } from '${own('.ci/runner/program.mjs')}'
const says = (text, code) => node(['says.mjs', String(code)], { env: { TEXT: text } })
const report = new Report()
await report.step('units', () => says('1 passed, 0 failed so far\\nnoise\\n' + failuresBelow + '\\nthe failure\\n7 passed, 2 failed', 1))
await report.step('browser', () => says('many lines\\n' + flakyBelow + '\\nflaky: a test\\n  trace: a file\\n\\n2 skipped\\n40 passed, 0 failed', 0))
await report.step('types', () => says('a.ts(1,1): error', 2))
report.print()
`,
    )
    const { code, out } = run('run.mjs')
    const end = out.slice(out.indexOf('Took: '))
    expect(end).toMatch(/──── units: node says.mjs 1: exit code 1\nthe failure\n7 passed, 2 failed\n/s)
    expect(end).toMatch(/──── types: node says.mjs 2: exit code 2\n.*a\.ts\(1,1\): error\n/s)
    expect(end).not.toMatch(/noise|many lines/)
    expect(end).toMatch(/no run ────\nflaky: a test\n {2}trace: a file\n\n2 skipped\n\n47 passed, 3 failed\n$/)
    expect(code).toBe(1)
  })
})
