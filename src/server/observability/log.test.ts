import { afterEach, describe, expect, it, vi } from 'vitest'
import { aRequest } from '../../contract/testing/samples.ts'
import { pinoLog } from '../serve.ts'
import { consoleLog, getSafeCampaign, type LogLine, restrictLog } from './log.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the log', () => {
  it('contains only the listed keys, whatever else a line has (threat 38)', () => {
    const lines: LogLine[] = []
    const carrying = { level: 'info', status: 200, email: 'CANARY', body: { first_name: 'CANARY' } } as const
    restrictLog((line) => lines.push(line))(carrying)
    expect(lines).toEqual([{ level: 'info', status: 200 }])
  })

  it('can be made quieter or louder', () => {
    const seen: string[] = []
    for (const from of ['debug', 'warn', 'error'] as const) {
      const log = restrictLog(({ code }) => seen.push(`${from}:${code}`), from)
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
    consoleLog({ now: () => 0 })({ level: 'warn', cause: 'a\n{"level":"error"}' })
    expect(printed).toEqual(['{"t":"1970-01-01T00:00:00.000Z","level":"warn","cause":"a\\n{\\"level\\":\\"error\\"}"}'])
  })

  it('on Node writes the same through pino, without host name and process id', () => {
    const printed: string[] = []
    pinoLog({ write: (line) => printed.push(line) })({ level: 'error', code: 'x', contract_violations: ['y'] })
    expect(printed).toHaveLength(1)
    const { t, ...rest } = JSON.parse(printed[0] ?? '')
    expect(rest).toEqual({ level: 'error', code: 'x', contract_violations: ['y'] })
    expect(new Date(t).toISOString()).toBe(t)
  })
})

const ada = aRequest({
  first_name: 'Ada',
  last_name: 'Sample-Jones',
  email: 'ada.sample@example.org',
  phone: '+16175550123',
  address1: '10 Test Street',
  zipcode: '02108',
  date_of_birth: '1990-04-12',
  city: 'Boston',
})
const findContent = (value: string) =>
  getSafeCampaign(`${new URLSearchParams({ utm_source: 'letter', utm_content: value })}`, ada, [])

describe('the voter’s source in the log', () => {
  it.each([
    'ada',
    'for-Ada',
    'samplejones',
    'sample_jones',
    'ada.sample',
    '617-555-0123',
    '6175550123',
    '10 test street',
    '1990-04-12',
    'x02108x',
  ])('does not contain %j, which this voter has typed', (value) => {
    expect(findContent(value)).toEqual({ utm_source: 'letter' })
  })

  it.each(['boston-fair', 'canada', 'test-b', 'fall 2026', '120210012345'])(
    'contains %j, which is a campaign',
    (value) => {
      expect(findContent(value)).toEqual({ utm_source: 'letter', utm_content: value })
    },
  )

  it('contains the partner’s own parameters without what this voter has typed', () => {
    const header = 'shift=morning&chapter=Ada&page_path=%2Fvote&referrer_host=news.example'
    expect(getSafeCampaign(header, ada, ['shift', 'chapter'])).toEqual({
      shift: 'morning',
      page_path: '/vote',
      referrer_host: 'news.example',
    })
  })

  it('is omitted if there is none', () => {
    expect(getSafeCampaign(undefined, ada, [])).toBeUndefined()
    expect(getSafeCampaign('utm_source=%0Aevil', ada, [])).toBeUndefined()
  })
})
