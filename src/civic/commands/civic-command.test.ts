import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseFields } from '../../contract/civic-data/field.ts'
import { deprecatedSlugs } from '../../contract/civic-data/migrate-v1.ts'
import { migrateStateData } from '../../contract/civic-data/migrate-v1-state-data.ts'
import type { StateData } from '../../contract/civic-data/state-data.ts'
import { statePath } from '../../contract/routes.ts'
import { stateCodes } from '../../contract/states.ts'
import { aFact, aState } from '../../contract/testing/civic-samples.ts'
import { freePort } from '../../contract/testing/free-port.mjs'
import { createSandbox } from '../../sandbox/create-sandbox.ts'
import { aCivicCall } from '../../sandbox/testing/service-call.ts'
import { createCommandLine } from '../../server/commands/command-line.ts'
import { recordingTerminal } from '../../server/testing/run-in-terminal.ts'
import { temporaryFolder } from '../../server/testing/temporary-folder.ts'
import { addCivicCommands } from './civic-command.ts'

const folder = temporaryFolder()

function file(name: string, content: string | Uint8Array): string {
  const place = path.join(folder, name)
  mkdirSync(path.dirname(place), { recursive: true })
  writeFileSync(place, content)
  return place
}

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function civic(args: string[], input = '', env: Record<string, string> = {}, size = 7) {
  const { terminal, printed } = recordingTerminal()
  const stdin = inPieces(new TextEncoder().encode(input), size)
  const { run } = createCommandLine('voter-registration-civic', {
    '': { summary: '', configure: async () => (program, given) => addCivicCommands(program, given, stdin) },
  })
  const end = await run(args, env, terminal)
  return { code: end.type === 'over' ? end.code : undefined, ...printed }
}

const sandbox = createSandbox()
const served = async (version: 1 | 2, code: (typeof stateCodes)[number]): Promise<StateData> =>
  (await sandbox.fetch(aCivicCall(statePath(version, code)))).json()

const old = aState([aFact('external_tool_verify_status', 'https://x.example/é'), aFact('vbm_notes', 'Lost words')])

describe('civic migrate', () => {
  it('converts a state to version 2, and reports what was dropped (R-C58)', async () => {
    const { code, out, err } = await civic(['migrate'], JSON.stringify(old))
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual(migrateStateData(old).stateData)
    expect(err).toMatch(/^1 × unmapped: The specification moves it .*\n {2}Lost: vbm_notes: "Lost words" in IL\n/)
    expect(err).toMatch(/Done\. 1 lines of report, 1 with a text/)
  })

  it('prints every line of the report with --all, losses first', async () => {
    const facts = [aFact('overseas_voting'), aFact('vbm_notes', 'Lost words'), aFact('felon_vote_notes')]
    const { err } = await civic(['migrate', '--all'], JSON.stringify(aState(facts)))
    expect(err.split('\n').map((line) => line.split(':')[0])).toEqual([
      'IL unmapped vbm_notes',
      'IL dropped overseas_voting',
      'IL dropped felon_vote_notes',
      'Done. 3 lines of report, 1 with a text that has no place in version 2.',
      '',
    ])
  })

  it('reports 51 states on a page: each reason once', async () => {
    const all = await Promise.all(stateCodes.map((code) => served(1, code)))
    const { err } = await civic(['migrate'], JSON.stringify(all))
    const every = (await civic(['migrate', '--all'], JSON.stringify(all))).err.split('\n').length
    expect(every).toBeGreaterThan(1_000)
    expect(err.split('\n').length).toBeLessThan(60)
    const reasons = err.split('\n').flatMap((line) => /^\d+ × (.*)/.exec(line)?.[1] ?? [])
    expect(new Set(reasons).size).toBe(reasons.length)
  })

  it('converts all states of a list in a file to a list', async () => {
    const all = await Promise.all(stateCodes.map((code) => served(1, code)))
    const { code, out } = await civic(['migrate', file('all.json', JSON.stringify(all, null, 2))])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual(all.map((state) => migrateStateData(state).stateData))
  })

  it('converts states line by line to lines', async () => {
    const { out } = await civic(['migrate', '-'], `${JSON.stringify(old)}\n\n${JSON.stringify({ ...old, code: 'TN' })}`)
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).code),
    ).toEqual(['IL', 'TN'])
  })

  it('converts definitions (R-C50), also none at all', async () => {
    const definitions = await (await sandbox.fetch(aCivicCall('/v1/election/field/'))).text()
    const { code, out, err } = await civic(['migrate', '--json'], definitions, {}, 5_000)
    expect(code).toBe(0)
    expect(parseFields(JSON.parse(out)).violations).toEqual([])
    expect(out).toContain('"gov_tool_verify"')
    expect(JSON.parse(err.split('\n')[0] ?? '')).toMatchObject({ source: 'fields', outcome: expect.any(String) })
    expect((await civic(['migrate'], ' [ ] ')).out).toBe('[]\n')
  })

  it('keeps data of version 2 unchanged', async () => {
    const tennessee = await served(2, 'TN')
    expect(JSON.parse((await civic(['migrate'], JSON.stringify(tennessee))).out)).toEqual(tennessee)
  })

  it.each([
    ['', 'Standard input is empty.'],
    ['{', 'Standard input is not JSON: '],
    ['nonsense', 'Standard input is not JSON: '],
    ['[1]', 'Standard input: $[0] is neither a state'],
    ['[]x', 'Standard input is not JSON: '],
    ['[{"slug":"a","field_format":"URL"},]', 'Standard input is not JSON: '],
    ['[{"slug":"a","field_format":"URL"}', 'Standard input is not JSON: '],
    ['[{"slug":"a","field_format":7}]', 'Standard input: $[0].field_format is missing or not a text.'],
    [
      '{"code":"TN","name":"Tennessee","state_information":{}}',
      'Standard input: $.state_information is missing or not a list.',
    ],
    ['{"name":"Tennessee","state_information":[]}', 'Standard input: $.code is missing or not a text.'],
    [
      JSON.stringify([old, { ...old, state_information: [aFact('a', 'b'), { field_type: 'c', text: 1 }] }]),
      'Standard input: $[1].state_information[1].text is missing or not a text.',
    ],
    [JSON.stringify([old, { slug: 'a', field_format: 'URL' }]), 'Standard input: $[1] is a field among states.'],
    ['{"code":"TN",\n"name":}', 'Standard input is not JSON'],
    [`${JSON.stringify(old)}\n[1]`, 'Standard input: $ (value 2) is neither a state'],
    [`${JSON.stringify(old)}\n{`, 'Standard input: $ (value 2) is not JSON: '],
  ])('rejects $0 with exit code 2 and the path', async (input, says) => {
    const { code, err } = await civic(['migrate'], input)
    expect(code).toBe(2)
    expect(err).toContain(says)
    expect(err).not.toMatch(/^\s+at /m)
  })

  it('rejects what is not UTF-8, and a missing file', async () => {
    const bad = await civic(['migrate', file('latin1.json', Uint8Array.from([0x5b, 0x22, 0xe9, 0x22, 0x5d]))])
    expect([bad.code, bad.err]).toEqual([2, expect.stringContaining('is not UTF-8.')])
    const none = await civic(['migrate', path.join(folder, 'none.json')])
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('none.json cannot be read (ENOENT).')])
  })
})

describe('civic lint', () => {
  it('lists file and line of every V1 slug, and its replacement', async () => {
    file(
      'code/a.ts',
      "import x from 'y'\nconst tool = facts.external_tool_ovr\r\nconst z = 'felon_vote_parole sdr_notes'\n",
    )
    file('code/deep/b.html', '<p data-field="vbm_notes">my_early_voting early_voting2 has_pav_everyone</p>')
    file('code/node_modules/c.js', 'external_tool_ovr')
    file('code/d.bin', Uint8Array.from([...new TextEncoder().encode('external_tool_ovr'), 0]))
    symlinkSync('..', path.join(folder, 'code/loop'))
    const { code, out, err } = await civic(['lint', path.join(folder, 'code')])
    expect(code).toBe(1)
    const at = (place: string) => path.join(folder, 'code', place)
    expect(out.trimEnd().split('\n')).toEqual([
      `${at('a.ts')}:2 external_tool_ovr → gov_tool_registration`,
      `${at('a.ts')}:3 felon_vote_parole → felony_voting_options, option "parole"`,
      `${at('a.ts')}:3 sdr_notes → footnotes of has_sdr_early_voting, has_sdr_election_day, sdr_locations`,
      expect.stringMatching(/b\.html:1 vbm_notes → nothing\. The specification moves it/),
    ])
    expect(err).toBe('4 V1 slugs in 2 files.\n')
  })

  it.each([
    'my_early_voting early_voting2 earlyVotingSite',
    'early-voting sites and sdr-notes in plain words',
    'gov_tool_registration externalToolOvr',
  ])('ignores %s', async (code) => {
    expect(await civic(['lint', file('fine.txt', code)])).toMatchObject({ code: 0, out: '' })
  })

  it('knows every slug of the tables, and describes each', async () => {
    const { out } = await civic(['lint', '--json', file('all.txt', deprecatedSlugs.join('\n'))])
    const uses = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(uses.map(({ slug }) => slug)).toEqual(deprecatedSlugs)
    for (const { successor } of uses) expect(successor).toMatch(/\w/)
  })

  it('accepts version 2', async () => {
    const clean = file('clean.ts', 'gov_tool_registration')
    expect(await civic(['lint', clean])).toEqual({ code: 0, out: '', err: '0 V1 slugs in 1 file.\n' })
  })

  it('says which path cannot be read', async () => {
    const { code, err } = await civic(['lint', path.join(folder, 'nowhere')])
    expect([code, err]).toEqual([2, expect.stringContaining('nowhere cannot be read (ENOENT).')])
  })
})

describe('civic show', () => {
  it('prints the facts of a state as a table, and says that they are a sample', async () => {
    const { code, out, err } = await civic(['show', 'TN'])
    expect(code).toBe(0)
    expect(out).toMatch(/^Tennessee\n\nfield +value \[footnotes\] +as of\n/)
    expect(out).toMatch(
      /^registration_deadline_mail +Postmarked 30 days before Election Day \(20\d\d-1?\d-\d\d\) +2023-02-08$/m,
    )
    expect(err).toMatch(/^Sample data/)
  })

  it('prints a region’s own facts, as JSON for programs', async () => {
    const facts = JSON.parse((await civic(['show', 'IL', '--region', 'cook county', '--json'])).out)
    expect(facts).toMatchObject({ state: 'IL', region: 'Cook County', sample: true })
    const own = facts.facts.find(({ field }: { field: string }) => field === 'gov_tool_absentee_request')
    expect(own.value.url).toMatch(/Cook%20County$/)
  })

  it('says which regions there are', async () => {
    expect((await civic(['show', 'IL'])).out).toContain('City of Chicago, City of Springfield, Cook County')
    const none = await civic(['show', 'IL', '--region', 'Nowhere'])
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('It has City of Chicago')])
    expect((await civic(['show', 'TN', '--region', 'Nowhere'])).err).toContain('It has none.')
  })

  it('says what is wrong with the environment, and never prints a secret', async () => {
    const env = { CIVIC_URL: 'https://civic.example', CIVIC_KEY_SECRET: 'CANARY:1' }
    const { code, err } = await civic(['show', 'TN'], '', env)
    expect([code, err]).toEqual([2, expect.stringContaining('CIVIC_KEY_ID is missing')])
    expect(err).not.toContain('CANARY')
  })

  it('says when the service has no answer', async () => {
    const env = { CIVIC_URL: `http://127.0.0.1:${await freePort()}`, CIVIC_KEY_ID: 'id', CIVIC_KEY_SECRET: 'CANARY' }
    const { code, err } = await civic(['show', 'TN'], '', env)
    expect(code).toBe(1)
    expect(err).toBe('The Civic Data service cannot be reached; see CIVIC_URL (ECONNREFUSED).\n')
  })
})

describe('civic', () => {
  it.each([
    [[]],
    [['move']],
    [['lint']],
    [['show']],
    [['show', 'tn']],
    [['show', '../x']],
    [['migrate', 'a', 'b']],
    [['fields', 'TN']],
    [['export', '--format', 'xml']],
    [['--x']],
    [['migrate', '--region', 'x']],
  ])('rejects %j with exit code 2', async (args) => {
    const { code, err } = await civic(args)
    expect(code).toBe(2)
    expect(err).toMatch(/Usage: |error: |is not a state|--format is/)
  })

  it('omits remarks with --quiet, and nothing else', async () => {
    const loud = await civic(['fields'])
    const quiet = await civic(['fields', '--quiet'])
    expect(quiet.out).toBe(loud.out)
    expect([loud.err, quiet.err]).toEqual([expect.stringContaining('Sample data'), ''])
    expect((await civic(['show', 'XX', '--quiet'])).err).toContain('is not a state')
  })
})
