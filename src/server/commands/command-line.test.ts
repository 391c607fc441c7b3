import { writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { runInTerminal } from '../testing/run-in-terminal.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createCommandLine, createServerOutput } from './command-line.ts'
import { createProgress } from './terminal.ts'

const folder = temporaryFolder()

/** Runs a command that throws, and returns what is printed to standard error. */
async function fail(action: () => Promise<unknown>): Promise<string> {
  const { run } = createCommandLine('x', {
    '': { summary: '', configure: async () => (command) => command.action(async () => void (await action())) },
  })
  return (await runInTerminal(run, [])).err
}

it('a failing command names the file or the code only: the message may contain personal data', async () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  expect(await fail(() => writeFile(folder, ''))).toBe(`"${folder}" cannot be read or written: it is a folder.\n`)
  expect(await fail(() => writeFile(`${folder}/none/a`, ''))).toMatch(/a" .*: there is no such file or folder\.$/m)
  expect(await fail(() => mkdir(`${file}/a`))).toMatch(/a" .*: a part of the path is a file, not a folder\.$/m)
  const error = Object.assign(new Error('CANARY'), { code: 'EMFILE' })
  expect(await fail(() => Promise.reject(error))).toBe('It could not start (EMFILE).\n')
})

/** Returns the lines that a server writes from its start to its stop. */
function writeLines(isTerminal: boolean): string[] {
  const lines: string[] = []
  const output = createServerOutput({ out: (text) => lines.push(text), err: () => undefined, isTerminal })
  output.print('Monitor: http://127.0.0.1:8790/ (3 sites)')
  output.print('{"level":"warn","code":"site_down"}')
  output.started()
  output.print('sandbox GET /x 200')
  output.stopped('Stopped by SIGTERM.')
  return lines
}

it('a server without a terminal writes one line of JSON each, also at start and stop', () => {
  expect(writeLines(false).map((line) => JSON.parse(line))).toEqual([
    { level: 'warn', code: 'site_down' },
    expect.objectContaining({ code: 'started', message: 'Monitor: http://127.0.0.1:8790/ (3 sites)' }),
    expect.objectContaining({ t: expect.any(String), level: 'info', message: 'sandbox GET /x 200' }),
    expect.objectContaining({ level: 'info', code: 'stopped', message: 'Stopped by SIGTERM.' }),
  ])
  expect(writeLines(true)).toEqual([
    'Monitor: http://127.0.0.1:8790/ (3 sites)\n',
    '{"level":"warn","code":"site_down"}\n',
    'sandbox GET /x 200\n',
  ])
})

it('progress is shown every five seconds', () => {
  const lines: string[] = []
  let now = 0
  const progress = createProgress({ note: (text) => lines.push(text) }, 'receipts', { now: () => now })
  for (const count of [1, 2, 3, 4]) {
    now += 3_000
    progress(count)
  }
  expect(lines).toEqual(['2 receipts so far.\n', '4 receipts so far.\n'])
})
