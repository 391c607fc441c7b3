import { expect, it } from 'vitest'
import { serverOutput } from './server-output.ts'

/** Returns the lines that a server writes from its start to its stop. */
function written(isTerminal: boolean): string[] {
  const lines: string[] = []
  const output = serverOutput({ out: (text) => lines.push(text), err: () => undefined, isTerminal })
  output.print('Monitor: http://127.0.0.1:8790/ (3 sites)')
  output.print('{"level":"warn","code":"site_down"}')
  output.print('Status page: http://127.0.0.1:8790/status')
  output.started()
  output.print('sandbox GET /x 200')
  output.stopped('Stopped by SIGTERM.')
  return lines
}

it('is a line of JSON each where no terminal reads it: one at the start and one at the stop', () => {
  const lines = written(false).map((line) => JSON.parse(line))
  const first = 'Monitor: http://127.0.0.1:8790/ (3 sites); Status page: http://127.0.0.1:8790/status'
  expect(lines).toEqual([
    { level: 'warn', code: 'site_down' },
    expect.objectContaining({ t: expect.any(String), level: 'info', code: 'started', message: first }),
    expect.objectContaining({ level: 'info', message: 'sandbox GET /x 200' }),
    expect.objectContaining({ level: 'info', code: 'stopped', message: 'Stopped by SIGTERM.' }),
  ])
})

it('is sentences at a terminal, and nothing at the stop', () => {
  expect(written(true)).toEqual([
    'Monitor: http://127.0.0.1:8790/ (3 sites)\n',
    '{"level":"warn","code":"site_down"}\n',
    'Status page: http://127.0.0.1:8790/status\n',
    'sandbox GET /x 200\n',
  ])
})
