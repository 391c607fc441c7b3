import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-report-'))
symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs npm scripts in a folder with these files. Returns the exit code, and the output from the totals on. */
function runReport(steps: string[], scripts: Record<string, string>, files: Record<string, string> = {}) {
  mkdirSync(path.join(folder, 'test-results'), { recursive: true })
  const reporters = `export { playwrightReporters as reporter } from '${root}/.ci/report-file.mjs'`
  const written = { 'package.json': JSON.stringify({ scripts }), 'reporters.mjs': reporters, ...files }
  for (const [file, text] of Object.entries(written)) writeFileSync(path.join(folder, file), text)
  const { status, stdout } = spawnSync(process.execPath, [`${root}/.ci/report.mjs`, ...steps], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NO_COLOR: '1', CHROMIUM: '/a browser' },
  })
  return { code: status, all: stdout, end: stdout.slice(stdout.indexOf('\nTook: ')) }
}

const vitest = `vitest run --reporter=dot --reporter=json --outputFile.json=test-results/test-unit.json`
const playwright = 'playwright test -c config.mjs'
const config = `import { reporter } from './reporters.mjs'
export default { reporter, projects: [{ name: 'one' }], testMatch: '*.spec.mjs', retries: 1, use: { trace: 'retain-on-failure' } }`
/** Tests of which one fails, one has a long title and one passes, for a framework with `test` and `expect`. */
const tests = (framework: string) => `import { expect, test } from '${framework}'
test("fails (it's $5)", () => expect([1, 2]).toEqual([1, 3]))
test('is long ${'x'.repeat(113)}', () => {})
test('passes quietly', () => {})
`

describe('report.mjs', () => {
  it('counts a script without a report as one test, and continues after a failure', () => {
    const scripts = { types: `node -p "'a.ts(1,1): error'" && exit 2`, lint: 'exit 0', last: 'exit 0' }
    const { code, end } = runReport(['types+lint', 'last'], scripts)
    expect(end).toContain('types has failed. To run it: npm run types\n[types] a.ts(1,1): error\n')
    expect(end).toMatch(/\n2 passed, 1 failed\n$/)
    expect(code).toBe(1)
  })

  it('exits with 0 when nothing fails, and omits scripts that would start too late', () => {
    const { code, end } = runReport(['lint', '--until=0', 'last'], { lint: 'exit 0', last: 'exit 1' })
    expect(end).toMatch(/\n1 skipped\n\n1 passed, 0 failed\n$/)
    expect(code).toBe(0)
  })

  it('lists failed unit tests with their commands, and rejects a title of 121 characters', () => {
    const { code, end } = runReport(['test:unit'], { 'test:unit': vitest }, { 'a.test.mjs': tests('vitest') })
    expect(end).toContain(String.raw`npx --no -- vitest run a.test.mjs -t 'fails \(it'\''s \$5\)'`)
    expect(end).toContain('a.test.mjs: a title has 121 characters, 120 are the most: is long xxx')
    expect(end).not.toContain('passes quietly')
    expect(end).toMatch(/\n2 passed, 2 failed\n$/)
    expect(code).toBe(1)
  })

  it('counts a unit test file that does not load as a failure', () => {
    const { code, end } = runReport(['test:unit'], { 'test:unit': vitest }, { 'a.test.mjs': `import './missing.mjs'` })
    expect(end).toMatch(/a\.test\.mjs\n.*missing\.mjs.*\n0 passed, 1 failed\n$/s)
    expect(code).toBe(1)
  })

  it('lists failed browser tests with their commands', () => {
    const files = { 'a.spec.mjs': tests('@playwright/test'), 'config.mjs': config }
    const { code, end } = runReport(['test:browser'], { 'test:browser': playwright }, files)
    expect(end).toContain(
      String.raw`CHROMIUM='/a browser' npx --no -- playwright test -c config.mjs a.spec.mjs --project='one' -g 'fails \(it'\''s \$5\)'`,
    )
    expect(end).toContain('a.spec.mjs: a title has 121 characters, 120 are the most: is long xxx')
    expect(end).toMatch(/\n2 passed, 2 failed\n$/)
    expect(code).toBe(1)
  })

  it('adds up the totals of a run within a run', () => {
    const scripts = { test: `node ${root}/.ci/report.mjs lint types`, lint: 'exit 0', types: 'exit 1', last: 'exit 0' }
    const { code, end } = runReport(['test', 'last'], scripts)
    expect(end).toMatch(/types has failed[\s\S]*\n2 passed, 1 failed\n$/)
    expect(code).toBe(1)
  })
})

describe('report.mjs on retried tests', () => {
  const reason = `annotation: { type: 'quarantine', description: 'It waits for a repaired browser.' }`
  const spec = `import { expect, test } from '@playwright/test'
test('passes', () => {})
test('fails at first', () => expect(test.info().retry).toBe(1))
test('is quarantined', { tag: '@quarantine', ${reason} }, () => expect(1).toBe(2))
`
  const run = (text: string) =>
    runReport(['test:browser'], { 'test:browser': playwright }, { 'a.spec.mjs': text, 'config.mjs': config })

  it('lists flaky tests with a trace and quarantined ones with their reason; the run passes', () => {
    const { code, end } = run(spec)
    expect(end).toMatch(
      /\nflaky: \[one\] a\.spec\.mjs:3 › fails at first\n[\s\S]*\n {2}trace: \S*at-first-one\/trace\.zip\n/,
    )
    expect(end).toMatch(/\nquarantined, failed: \[one\] a\.spec\.mjs:4 › is quarantined\n {2}It waits for a repaired/)
    expect(end).toMatch(/\n2 passed, 0 failed\n$/)
    expect(code).toBe(0)
  })

  it('fails for a test that hangs twice, and says where', () => {
    const hangs = `test('hangs', async () => { test.setTimeout(500); await new Promise(() => {}) })`
    const { code, end } = run(spec.replace(/test\('fails.*/, hangs))
    expect(end).toContain('a.spec.mjs:3 › hangs\n')
    expect(end).toMatch(/\n1 passed, 1 failed\n$/)
    expect(code).toBe(1)
  })

  it('fails for a quarantined test without a reason', () => {
    const { code, end } = run(spec.replace(reason, ''))
    expect(end).toContain('“is quarantined” needs an annotation "quarantine"')
    expect(code).toBe(1)
  })
})
