import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { exportColumns, parseExport } from '../../contract/civic-data/export.ts'
import { parseCsv } from '../../contract/csv.ts'
import { stateCodes } from '../../contract/states.ts'
import { aFact, aState } from '../../contract/testing/civic-samples.ts'
import { listenOnFreePort } from '../../contract/testing/listen-on-free-port.ts'
import { civicFields } from '../../sandbox/data/civic-fields.ts'
import { runInTerminal } from '../../server/testing/run-in-terminal.ts'
import { temporaryFolder } from '../../server/testing/temporary-folder.ts'
import { runCli } from './civic-command.ts'

const folder = temporaryFolder()

function file(name: string, content: unknown): string {
  const place = path.join(folder, name)
  writeFileSync(place, typeof content === 'string' ? content : JSON.stringify(content))
  return place
}

/** Runs the command as typed in a terminal. */
async function civic(args: string[], env: Record<string, string> = {}) {
  const { code, out, err } = await runInTerminal(runCli, args, env)
  return { code, out, err }
}

const jsonLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

it('civic fields prints the catalog with formats, options and descriptions', async () => {
  const { code, out, err } = await civic(['fields'])
  expect(code).toBe(0)
  expect(out.trimEnd().split('\n')).toHaveLength(civicFields.length + 1)
  expect(out).toMatch(/^registration_methods +Multi-select +email, fax, in_person, mail, phone +\w/m)
  expect(err).toMatch(/^Sample data/)
  expect(jsonLines((await civic(['fields', '--json'])).out)).toHaveLength(civicFields.length)
})

it('civic overrides prints which regions have which fields, of all states or one', async () => {
  const { out } = await civic(['overrides'])
  expect(out).toMatch(/^Illinois +Cook County +gov_tool_absentee_request +https?:/m)
  const florida = jsonLines((await civic(['overrides', 'FL', '--json'])).out)
  expect(florida).toHaveLength(67)
  expect(new Set(florida.map(({ state }) => state))).toEqual(new Set(['Florida']))
  expect((await civic(['overrides', 'TN'])).out).toBe('state  region  field  value\n')
})

describe('civic export', () => {
  it('writes 51 states with every fact, and every regional value, as CSV', async () => {
    const { code, out } = await civic(['export'])
    expect(code).toBe(0)
    const [header, ...rows] = parseCsv(out)
    expect(header).toEqual(exportColumns)
    const regional = rows.filter((row) => row[2] !== '')
    expect([rows.length - regional.length, regional.length]).toEqual([51 * civicFields.length, 70])
    expect(
      rows.find(([state, , , field]) => state === 'TN' && field === 'registration_deadline_mail')?.slice(5, 7),
    ).toEqual(['Postmarked 30 days before Election Day', expect.stringMatching(/^20\d\d-1\d-\d\d$/)])
  })

  it('writes the same as JSON, unchanged from the service', async () => {
    const { states, violations: departures } = parseExport((await civic(['export', '--format', 'json'])).out)
    expect(departures).toEqual([])
    expect(states.filter(({ region }) => region === undefined).map(({ code }) => code)).toEqual(stateCodes)
  })

  it('writes a file for each state; CSV and JSON contain the same', async () => {
    const [csv, json] = [path.join(folder, 'csv'), path.join(folder, 'json')]
    expect(await civic(['export', '--out', csv])).toMatchObject({ code: 0, out: '' })
    expect(readdirSync(csv).sort()).toEqual(stateCodes.map((code) => `${code}.csv`).sort())
    expect(readFileSync(path.join(csv, 'TN.csv'), 'utf8')).toMatch(/^\uFEFFcode,name,.*\r\n/)
    await civic(['export', '--format', 'json', '--out', json])
    expect(await civic(['diff', csv, json])).toEqual({
      code: 0,
      out: '',
      err: '0 changes in 0 states. Only the date differs: 0 facts.\n',
    })
  })

  it('names the state that could not be read, and writes nothing', async () => {
    const server = createServer((request, response) => {
      const isState = request.url?.includes('/state/') === true
      response.writeHead(isState ? 401 : 200, { 'content-type': 'application/json' }).end('[]')
    })
    const { port, close } = await listenOnFreePort(server)
    const env = { CIVIC_URL: `http://127.0.0.1:${port}`, CIVIC_KEY_ID: 'id', CIVIC_KEY_SECRET: 'CANARY' }
    const { code, out, err } = await civic(['export'], env)
    await close()
    expect([code, out]).toEqual([1, ''])
    expect(err).toBe(
      `${stateCodes[0]}: The Civic Data service does not accept the key; see CIVIC_KEY_ID and CIVIC_KEY_SECRET (status 401).\n`,
    )
  })
})

describe('civic diff', () => {
  const before = file('before.json', [aState([aFact('polls_open', '7 a.m.'), aFact('polls_close', '8 p.m.\u001b[2J')])])
  const after = file('after.json', [aState([aFact('polls_open', '6 a.m.\nSundays: 8 a.m.')])])

  it('prints what changed, before and after; exit code 1', async () => {
    expect(await civic(['diff', before, after])).toEqual({
      code: 1,
      out: [
        'IL polls_open text',
        '- 7 a.m.',
        '+ 6 a.m.',
        '+ Sundays: 8 a.m.',
        'IL polls_close text',
        String.raw`- 8 p.m.\u001b[2J`,
        '',
      ].join('\n'),
      err: '2 changes in 1 state. Only the date differs: 0 facts.\n',
    })
    expect(jsonLines((await civic(['diff', before, after, '--json'])).out)[0]).toEqual({
      code: 'IL',
      field: 'polls_open',
      part: 'text',
      previous: '7 a.m.',
      current: '6 a.m.\nSundays: 8 a.m.',
    })
  })

  it.each([
    ['nothing.json', 'cannot be read (ENOENT)'],
    [path.basename(file('empty.json', [])), 'no state was found'],
    [path.basename(file('other.csv', 'a,b\n1,2\n')), 'It has no column code, field_type, text.'],
  ])('says that %s is no export; exit code 2', async (name, says) => {
    const { code, err } = await civic(['diff', before, path.join(folder, name)])
    expect([code, err]).toEqual([2, expect.stringContaining(says)])
  })
})
