import { afterEach, describe, expect, it, vi } from 'vitest'
import { pinoLog } from '../serve.ts'
import { consoleLog, type LogLine, onlyAllowed } from './log.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the log', () => {
  it('lets only the listed keys pass, whatever a line carries besides (threat 38)', () => {
    const lines: LogLine[] = []
    const carrying = { level: 'info', status: 200, email: 'CANARY', body: { first_name: 'CANARY' } } as const
    onlyAllowed((line) => lines.push(line))(carrying)
    expect(lines).toEqual([{ level: 'info', status: 200 }])
  })

  it('can be made quieter or louder', () => {
    const seen: string[] = []
    for (const from of ['debug', 'warn', 'error'] as const) {
      const log = onlyAllowed(({ code }) => seen.push(`${from}:${code}`), from)
      for (const level of ['debug', 'info', 'warn', 'error'] as const) log({ level, code: level })
    }
    expect(seen).toEqual([
      'debug:debug',
      'debug:info',
      'debug:warn',
      'debug:error',
      'warn:warn',
      'warn:error',
      'error:error',
    ])
  })

  it('writes one line of JSON each, also when a value has a line break in it', () => {
    const printed: unknown[] = []
    vi.spyOn(console, 'log').mockImplementation((line) => printed.push(line))
    consoleLog(() => new Date(0))({ level: 'warn', cause: 'a\n{"level":"error"}' })
    expect(printed).toEqual(['{"t":"1970-01-01T00:00:00.000Z","level":"warn","cause":"a\\n{\\"level\\":\\"error\\"}"}'])
  })

  it('on Node says the same through pino, without host name and process id', () => {
    const printed: string[] = []
    pinoLog({ write: (line) => printed.push(line) })({ level: 'error', code: 'x', departures: ['y'] })
    expect(printed).toHaveLength(1)
    const { t, ...rest } = JSON.parse(printed[0] ?? '')
    expect(rest).toEqual({ level: 'error', code: 'x', departures: ['y'] })
    expect(new Date(t).toISOString()).toBe(t)
  })
})
