import { expect, it } from 'vitest'
import { runInTerminal } from '../../server/testing/run-in-terminal.ts'
import { runCli } from './run-cli.ts'

const run = (...args: string[]) => runInTerminal(runCli, args)

it('ends with 1, as every server, where it cannot listen: the configuration may work later', async () => {
  const { end, err } = await run('--sandbox-port', '0', '--host', '203.0.113.1')
  expect(end).toEqual({ type: 'over', code: 1 })
  expect(err).toBe('HOST is not an address of this machine, got "203.0.113.1": set it to 127.0.0.1 or 0.0.0.0.\n')
})

it.each(['help', '--help'])('%s: says its variables, each with its value when left out', async (help) => {
  const { end, out } = await run(help)
  expect(end).toEqual({ type: 'over', code: 0 })
  expect(out).toMatch(/^Usage: voter-registration-sandbox \[options\]\n/)
  expect(out.replaceAll(/\s+/g, ' ')).toMatch(/--sandbox-mode <value> SANDBOX_MODE: [^[]*\[strict\]/)
  expect((await run('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/)
})
