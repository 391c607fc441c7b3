import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { runCli as runCivic } from '../../civic/commands/run-cli.ts'
import { runInTerminal } from '../testing/run-in-terminal.ts'
import { runCli } from './run-cli.ts'

/** Returns what bash offers for a line that ends at the cursor. */
async function offered(line: string, run = runCli): Promise<string[]> {
  const { out: script } = await runInTerminal(run, ['completion', 'bash'])
  const words = line.split(' ')
  const [program = ''] = words
  const asked = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`
  const bash = `${script}\n${asked}; _${program.replaceAll('-', '_')}; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', bash], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.split('\n').filter(Boolean)
}

describe.runIf(process.platform !== 'win32')('bash', () => {
  it('completes commands, and the commands below them', async () => {
    expect(await offered('voter-registration-server co')).toEqual(['consent', 'counts', 'completion'])
    expect(await offered('voter-registration-server outbox re')).toEqual(['retry'])
    expect(await offered('voter-registration-civic mi', runCivic)).toEqual(['migrate'])
  })

  it('completes the flags of the command that is typed, after others and their values', async () => {
    expect(await offered('voter-registration-server outbox list --state waiting --li')).toEqual(['--limit'])
    expect(await offered('voter-registration-server outbox show --li')).toEqual([])
    expect(await offered('voter-registration-server bff --port 9000 --metrics')).toEqual(['--metrics-port'])
    expect(await offered('voter-registration-server consent export --pa')).toEqual(['--partner'])
  })

  it('offers no flag for a secret', async () => {
    expect(await offered('voter-registration-server bff --api-key')).toEqual([])
  })
})

it('of zsh loads what runs the functions of bash, and other shells are refused', async () => {
  const { out } = await runInTerminal(runCli, ['completion', 'zsh'])
  expect(out).toMatch(/^autoload -Uz \+X bashcompinit && bashcompinit\n_voter_registration_server\(\)/)
  const { err, code } = await runInTerminal(runCli, ['completion', 'tcsh'])
  expect([code, err.split('\n')[0]]).toEqual([2, 'completion is for bash and zsh, got "tcsh".'])
})
