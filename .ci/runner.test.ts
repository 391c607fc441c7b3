import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { nightlyParts } from './runner/nightly.mjs'

const root = path.join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const commands = Object.entries(scripts).flatMap(([script, line]) => {
  const [, command] = /^node \.ci\/runner\.mjs (\S+)$/.exec(line) ?? []
  return command === undefined ? [] : [{ script, command }]
})

/** Runs the runner with a timeout that is longer than any help takes: ends a run that has started by mistake. */
function runner(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, '.ci/runner.mjs'), ...args], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { code: status, out: stdout, err: stderr }
}

describe('the runner', () => {
  it.each(commands)('npm run $script -- --help says what it does, and does nothing', ({ script, command }) => {
    const { code, out, err } = runner(command, '--help')
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(new RegExp(`^Usage: npm run ${script}( \\[-- WORD …\\])?\n\n[A-Z].+\\.\n`))
  })

  it('names each host', () => {
    const { out } = runner('hosts', '--help')
    const names = readdirSync(path.join(root, 'e2e/hosts')).flatMap((file) => /^(.+)\.host\.ts$/.exec(file)?.[1] ?? [])
    expect(names).toContain('wordpress')
    for (const name of names) expect(out).toContain(`\n  ${name} `)
  })

  it.each(['check', 'faults', 'hosts', 'spoken', 'test:engines', 'test:nightly', 'test:ci'])(
    '%s refuses what it does not know: exit code 2',
    (command) => {
      const { code, out, err } = runner(command, '--fast')
      expect([code, out]).toEqual([2, ''])
      expect(err).toContain('--fast: not understood.\n\nUsage: npm run ')
    },
  )

  it.each([[[]], [['constructor']]])('%j is no command: exit code 2 and the names', (args) => {
    const { code, err } = runner(...args)
    expect(code).toBe(2)
    for (const { command } of commands) expect(err).toContain(command)
  })
})

describe('the nightly workflow', () => {
  it('runs each part of npm run test:nightly', () => {
    const { jobs } = parse(readFileSync(path.join(root, '.github/workflows/nightly.yml'), 'utf8')) as {
      jobs: { nightly: { strategy: { matrix: { part: string[] } } } }
    }
    expect(jobs.nightly.strategy.matrix.part).toEqual(Object.keys(nightlyParts))
  })
})
