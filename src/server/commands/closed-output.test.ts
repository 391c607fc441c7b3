/** A command whose reader stops early, as in `… | head -3`: in its own process, with its own pipe. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../contract/testing/free-port.mjs'
import { getCliArguments } from '../testing/cli-from-source.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const folder = temporaryFolder()

const modules = { server: 'server/commands/run-cli', civic: 'civic/commands/civic-command' }

/** Runs a command with a reader that exits at once. @returns standard error, with the command's exit code */
function run(redirection: string, program: keyof typeof modules, ...args: string[]): string {
  const script = `{ "$0" "$@" ${redirection}; echo "ended with $?" >&2; } | true`
  return spawnSync('sh', ['-c', script, process.execPath, ...getCliArguments(modules[program]), ...args], {
    encoding: 'utf8',
  }).stderr
}

it('a command with a closed output finishes its work silently', () => {
  expect(run('', 'server', 'init', 'express', '--to', folder)).toBe('ended with 0\n')
  expect(readdirSync(folder).sort()).toEqual(['bff.env', 'public', 'server.mjs', 'wording.json'])
})

it.each([
  ['server', '--help', 0],
  ['civic', 'export', 0],
  ['civic', 'nothing', 2],
] as const)('%s %s with closed stdout and stderr ends with its own exit code, %d', (program, args, code) => {
  expect(run('2>&1', program, args)).toBe(`ended with ${code}\n`)
})

it.runIf(process.platform === 'linux')('a command whose output has no disk space says so without a stack', () => {
  expect(run('> /dev/full', 'server', '--help')).toBe('The output cannot be written (ENOSPC).\nended with 1\n')
})

it('a server with a closed output keeps running and exits with 0 when it is stopped', async () => {
  const port = await freePort()
  const child = spawn(process.execPath, getCliArguments('sandbox/commands/sandbox-command'), {
    env: { PATH: process.env.PATH, SANDBOX_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdout.destroy()
  const ended = once(child, 'exit')
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/_sandbox/received`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(answers).toBe(true)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
