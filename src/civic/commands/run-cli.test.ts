import { expect, it } from 'vitest'
import { runInTerminal } from '../../server/testing/run-in-terminal.ts'
import { runCli } from './run-cli.ts'

const run = (args: string[], env: Record<string, string> = {}) => runInTerminal(runCli, args, env)

it('passes on what was typed, and ends with its exit code', async () => {
  expect((await run(['show', 'TN'])).out).toMatch(/^Tennessee/)
  expect((await run(['show', 'XX'])).end).toEqual({ type: 'over', code: 2 })
  const wrong = await run(['show', 'TN'], { CIVIC_URL: 'nonsense' })
  expect([wrong.end, wrong.err]).toEqual([
    { type: 'over', code: 2 },
    expect.stringContaining('CIVIC_URL is not an address'),
  ])
  expect((await run(['migrat'])).err).toContain('(Did you mean migrate?)')
})

it.each(['help', '--help'])('%s and --version: say what there is, and which', async (help) => {
  expect((await run([help])).out).toMatch(/^Usage: voter-registration-civic \[options\] \[command\]/)
  expect((await run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
})
