import { expect, it } from 'vitest'
import { runInTerminal } from '../../server/testing/run-in-terminal.ts'
import { runCli } from './run-cli.ts'

const run = (...args: string[]) => runInTerminal(runCli, args)

it('ends with 1, as every server, where it cannot listen: the configuration may work later', async () => {
  const { end, err } = await run('--sandbox-port', '0', '--host', '203.0.113.1')
  expect(end).toEqual({ type: 'over', code: 1 })
  expect(err).toBe('HOST is not an address of this machine, got "203.0.113.1": set it to 127.0.0.1 or 0.0.0.0.\n')
})

it('check: the data files are as they should be', async () => {
  const { end, out } = await run('check')
  expect([end, out]).toEqual([
    { type: 'over', code: 0 },
    expect.stringMatching(/^The data files are as they should be/),
  ])
  expect((await run('check', 'more')).end).toEqual({ type: 'over', code: 2 })
})

it.each(['help', '--help'])(
  '%s: says its variables, each with its value when left out, and its commands',
  async (help) => {
    const { end, out } = await run(help)
    expect(end).toEqual({ type: 'over', code: 0 })
    expect(out).toMatch(/^Usage: voter-registration-sandbox \[command\]\n/)
    expect(out).toContain('  check ')
    expect(out).toContain('each but a secret is a flag too: --sandbox-port sets SANDBOX_PORT.')
    expect(out.split('\n').find((line) => line.startsWith('  SANDBOX_MODE '))).toContain('[strict]')
    expect((await run('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  },
)

it('names the command that is meant', async () => {
  const { end, err } = await run('chekc')
  expect(end).toEqual({ type: 'over', code: 2 })
  expect(err.split('\n')[0]).toBe('"chekc" is not a command. Do you mean check?')
})
