import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { haveChanged } from './changed.mjs'

const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-changed-'))
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { cwd: folder })

beforeAll(() => {
  git('init', '--quiet')
  for (let commit = 0; commit <= 20; commit++) {
    writeFileSync(path.join(folder, commit === 0 ? 'old' : 'new'), String(commit))
    git('add', '.')
    git('commit', '--quiet', '--message', String(commit))
  }
})
afterEach(() => void vi.unstubAllEnvs())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('looks at the last twenty commits where no base is named', () => {
  vi.stubEnv('CI_BASE', '')
  expect([haveChanged(['old'], folder), haveChanged(['old', 'new'], folder)]).toEqual([false, true])
})

it('looks at what came after the base', () => {
  vi.stubEnv('CI_BASE', 'HEAD')
  expect(haveChanged(['new'], folder)).toBe(false)
})

it('counts a file that is not committed', () => {
  vi.stubEnv('CI_BASE', 'HEAD')
  writeFileSync(path.join(folder, 'old'), 'edited')
  expect(haveChanged(['old'], folder)).toBe(true)
})

it('takes everything for changed where git does not know the base', () => {
  vi.stubEnv('CI_BASE', '0000000000000000000000000000000000000000')
  expect(haveChanged(['no-such-file'], folder)).toBe(true)
})
