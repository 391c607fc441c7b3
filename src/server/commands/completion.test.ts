import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli as runCivic } from '../../civic/commands/run-cli.ts'
import { runInTerminal } from '../testing/run-in-terminal.ts'
import { runCli } from './run-cli.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'completion-'))
  writeFileSync(path.join(folder, 'bff.env'), '')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a shell, and returns the lines that it prints. */
function printed(shell: string, args: readonly string[]): string[] {
  const { stdout, stderr } = spawnSync(shell, [...args], { encoding: 'utf8', cwd: folder, timeout: 30_000 })
  expect(stderr).toBe('')
  return stdout.split('\n').filter(Boolean)
}

/** For each shell, what it offers for a line that ends at the cursor, as its script makes it. */
const shells: Record<string, (script: string, line: string) => string[]> = {
  bash(script, line) {
    const words = line.split(' ')
    const [program = ''] = words
    const asked = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`
    const call = `_${program.replaceAll('-', '_')}; printf '%s\\n' "\${COMPREPLY[@]}"`
    return printed('bash', ['--norc', '-c', `${script}\n${asked}; ${call}`])
  },
  // Only a terminal completes: this zsh drives a second one in a terminal of its own, which prints what is added.
  zsh(script, line) {
    const file = path.join(folder, 'script.zsh')
    const tell = `compadd() { local -a hits; builtin compadd -O hits "$@"; print -r -- "<<$hits>>"; builtin compadd "$@" }`
    writeFileSync(file, `${script}\nzle_highlight=(none)\n${tell}\n`)
    const drive = `zmodload zsh/zpty; zpty z env TERM=dumb HOME=. zsh -f -i; zpty -w z 'source script.zsh'
zpty -w -n z '${line}'$'\\t'; zpty -r z seen '*<<*>>*'; print -r -- "$seen"; zpty -d z`
    const [, hits = ''] = /<<(.*)>>/.exec(printed('zsh', ['-f', '-c', drive]).join('\n')) ?? []
    return hits.split(' ').filter(Boolean)
  },
  fish(script, line) {
    return printed('fish', ['--no-config', '-c', `${script}\ncomplete -C '${line}'`]).map(
      (hit) => hit.split('\t')[0] ?? '',
    )
  },
}

/** What the tests need of each shell: an older fish lacks the flag, and not every zsh can open a terminal. */
const trials: Record<string, string[]> = {
  bash: ['--norc', '-c', ':'],
  zsh: ['-f', '-c', 'zmodload zsh/zpty'],
  fish: ['--no-config', '-c', ''],
}

describe.each(Object.entries(shells))('%s', (shell, complete) => {
  const isHere = spawnSync(shell, trials[shell] ?? []).status === 0 && process.platform !== 'win32'
  const offered = async (line: string, run = runCli) =>
    complete((await runInTerminal(run, ['completion', shell])).out, line).sort()

  it.runIf(isHere)('completes commands, and the commands below them', async () => {
    expect(await offered('voter-registration-server co')).toEqual(['completion', 'consent', 'counts'])
    expect(await offered('voter-registration-server outbox re')).toEqual(['retry'])
    expect(await offered('voter-registration-server init v')).toEqual(['vite', 'vue'])
    expect(await offered('voter-registration-civic mi', runCivic)).toEqual(['migrate'])
  })

  it.runIf(isHere)('completes the flags of the command that is typed, after others and their values', async () => {
    expect(await offered('voter-registration-server outbox list --state waiting --li')).toEqual(['--limit'])
    expect(await offered('voter-registration-server outbox show --li')).toEqual([])
    expect(await offered('voter-registration-server bff --port 9000 --metrics-p')).toEqual(['--metrics-port'])
    expect(await offered('voter-registration-server consent export --pa')).toEqual(['--partner'])
  })

  it.runIf(isHere)('offers no flag for a secret', async () => {
    expect(await offered('voter-registration-server bff --api-key')).toEqual([])
  })
})

it('is among the commands that each package lists', async () => {
  expect((await runInTerminal(runCivic, ['help'])).out).toMatch(/^ {2}completion a script/m)
})

it('is refused to other shells, with those that there are', async () => {
  const { err, code } = await runInTerminal(runCli, ['completion', 'tcsh'])
  expect([code, err.split('\n')[0]]).toEqual([2, 'completion is for bash, zsh, fish, got "tcsh".'])
})
