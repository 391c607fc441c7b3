import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { civicFieldsV1 } from '../../sandbox/data/civic-fields-v1.ts'
import { aFact, aField, aState } from '../testing/civic-samples.ts'
import { randomRuns, seed } from '../testing/seed.ts'
import { knownFields, knownOptions } from './data/known-fields.ts'
import { consolidations, deletions, footnoteMoves, renames, specificDeletions } from './data/migrate-v1.tables.ts'
import { deprecatedSlugs, getSlugMapping, getSuccessors } from './migrate-v1.ts'
import { migrateStateData } from './migrate-v1-state-data.ts'
import { migrationOutcomes } from './migration-report.ts'
import { type Fact, isNone, type StateData } from './state-data.ts'
import type { V1StateData } from './v1.ts'

const v1Slugs = civicFieldsV1.map(({ slug }) => slug)

const migrate = (...facts: Fact[]) => {
  const { stateData, report } = migrateStateData(aState(facts))
  return { facts: stateData.state_information, report }
}

describe('every row of the tables, for state data', () => {
  const renamed = Object.entries(renames).filter(([slug]) => getSlugMapping(slug)?.type === 'slug')

  it('gives each renamed slug its new name, with its text (R-C51)', () => {
    const given = renamed.map(([slug]) => [slug, migrate(aFact(slug, 'Some text.')).facts])
    expect(given).toEqual(renamed.map(([slug, to]) => [slug, [aFact(to, 'Some text.')]]))
  })

  it('makes each boolean of a Multi-select its option, or none if it is false (R-C54)', () => {
    const all = Object.entries(consolidations)
    const given = all.map(([slug]) => [slug, migrate(aFact(slug, 'True')).facts, migrate(aFact(slug, 'False')).facts])
    expect(given).toEqual(
      all.map(([slug, { field, option }]) => [
        slug,
        [aFact(field, option, { multiselect_value: [option] })],
        [aFact(field, '', { multiselect_value: [] })],
      ]),
    )
  })

  const moves = Object.entries(footnoteMoves).flatMap(([slug, of]) => (of === null ? [] : [{ slug, of }]))

  it('puts notes into the footnotes of each fact that they are about (R-C55 to R-C57)', () => {
    const given = moves.flatMap(({ slug, of }) => {
      const { facts, report } = migrate(...of.map((to) => aFact(to, 'A value')), aFact(slug, 'But not in Chicago.'))
      const noted = of.map((to) => {
        const { text, footnotes } = facts.find((fact) => fact.field_type === to) ?? {}
        return { slug, to, text, footnotes }
      })
      return [...noted, ...report.filter((line) => line.slug === slug)]
    })
    const noted = { text: 'A value', footnotes: 'But not in Chicago.' }
    expect(given).toEqual(moves.flatMap(({ slug, of }) => of.map((to) => ({ slug, to, ...noted }))))
  })

  it('writes a line in the report for each slug without a successor', () => {
    const all = [...Object.keys(deletions), ...specificDeletions, 'vbm_notes']
    const silent = all.filter((slug) => {
      const { report } = migrate(aFact(slug, 'Something'))
      return !report.some((line) => line.slug === slug && line.reason.endsWith('.'))
    })
    expect(silent).toEqual([])
  })

  it('keeps every other slug (R-C53)', () => {
    const isText = (slug: string) =>
      civicFieldsV1.some((field) => field.slug === slug && field.field_format === 'Markdown')
    const kept = v1Slugs.filter((slug) => isText(slug) && !deprecatedSlugs.includes(slug))
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.map((slug) => migrate(aFact(slug, 'Some text.')).facts)).toEqual(
      kept.map((slug) => [aFact(slug, 'Some text.')]),
    )
  })
})

describe('a Multi-select gathered from booleans', () => {
  it('lists true options in the order of the field (R-C54)', () => {
    const { facts } = migrate(
      aFact('vbm_app_submission_phone', 'True'),
      aFact('vbm_app_submission_fax', 'False'),
      aFact('vbm_app_submission_mail', ' true '),
      aFact('vbm_app_submission_email', 'TRUE'),
    )
    expect(facts).toEqual([
      aFact('absentee_request_methods', 'email, mail, phone', { multiselect_value: ['email', 'mail', 'phone'] }),
    ])
  })

  it("follows the catalog's own order of options", () => {
    const field = aField('registration_methods', { field_format: 'Multi-select', options: ['mail', 'kiosk', 'email'] })
    const v1 = aState([aFact('registration_submission_email', 'True'), aFact('registration_submission_mail', 'True')])
    const [fact] = migrateStateData(v1, { fields: [field] }).stateData.state_information
    expect(fact?.multiselect_value).toEqual(['mail', 'email'])
  })

  it('does not guess the option without a V1 field, and says so (X24)', () => {
    const { report } = migrate(aFact('vbm_app_submission_mail', 'True'))
    expect(report).toEqual([
      expect.objectContaining({
        slug: 'absentee_request_methods',
        outcome: 'gap',
        reason: expect.stringContaining('online'),
      }),
    ])
  })

  it('does not treat "Yes, mostly" as true, and keeps the text in the report', () => {
    const { facts, report } = migrate(aFact('vbm_return_drop_box', 'Yes, mostly'))
    expect(facts[0]?.multiselect_value).toEqual([])
    expect(report).toContainEqual(expect.objectContaining({ outcome: 'unreadable', lost_text: 'Yes, mostly' }))
  })

  it('has the newest of the dates', () => {
    const { facts } = migrate(
      aFact('felon_vote_parole', 'True', { modified_at: '2024-01-01T00:00:00Z' }),
      aFact('felon_vote_probation', 'True', { modified_at: '2025-01-01T00:00:00.5+00:00' }),
      aFact('felon_vote_notes', '', { modified_at: '2026-01-01T00:00:00Z' }),
    )
    expect(facts[0]?.modified_at).toBe('2025-01-01T00:00:00.5+00:00')
  })

  it('is replaced by an existing Multi-select', () => {
    const there = aFact('registration_methods', 'mail', { multiselect_value: ['mail'] })
    const { facts, report } = migrate(aFact('registration_submission_fax', 'True'), there)
    expect(facts).toEqual([there])
    expect(report).toContainEqual(expect.objectContaining({ slug: 'registration_submission_fax', outcome: 'conflict' }))
  })
})

describe('a Boolean', () => {
  it.each([
    ['True', true],
    ['false', false],
  ])('gets its bool_value from the text %s (R-C17)', (text, bool_value) => {
    expect(migrate(aFact('sdr_election_day', text)).facts).toEqual([
      aFact('has_sdr_election_day', text, { bool_value }),
    ])
  })

  it.each(['', ' ', 'N/A'])('gets none from "%s": the value is unknown (rules B.2.14)', (text) => {
    expect(migrate(aFact('sdr_election_day', text)).facts).toEqual([aFact('has_sdr_election_day', text)])
  })

  it('keeps text that is neither true nor false, and the report says so', () => {
    const { facts, report } = migrate(aFact('vbm_universal', 'In some counties'))
    expect(facts).toEqual([aFact('has_automatic_vbm', 'In some counties')])
    expect(report).toEqual([expect.objectContaining({ slug: 'vbm_universal', outcome: 'unreadable', lost_text: '' })])
  })

  it('is one by the catalog, never by its name (X20)', () => {
    expect(migrate(aFact('has_something_new', 'True')).facts).toEqual([aFact('has_something_new', 'True')])
    const fields = [aField('has_something_new', { field_format: 'Boolean' })]
    const { stateData } = migrateStateData(aState([aFact('has_something_new', 'True')]), { fields })
    expect(stateData.state_information).toEqual([aFact('has_something_new', 'True', { bool_value: true })])
  })
})

describe('notes', () => {
  it('follow the existing footnotes, and are not repeated', () => {
    const there = aFact('felony_voting_options', '', { multiselect_value: [], footnotes: 'Old.' })
    const { facts } = migrate(there, aFact('felon_vote_notes', 'New.'))
    expect(facts[0]?.footnotes).toBe('Old.\n\nNew.')
    expect(migrate(...facts, aFact('felon_vote_notes', 'New.')).facts[0]?.footnotes).toBe('Old.\n\nNew.')
  })

  it('create a missing fact without text, a Multi-select with an empty list, so that the voter still reads them', () => {
    expect(migrate(aFact('felon_vote_notes', 'Ask.')).facts).toEqual([
      aFact('felony_voting_options', '', { multiselect_value: [], footnotes: 'Ask.' }),
    ])
  })

  it('without text leave no footnotes, only a line', () => {
    const { facts, report } = migrate(aFact('sdr_where', 'County office'), aFact('sdr_notes', ''))
    expect(facts).toEqual([aFact('sdr_locations', 'County office')])
    expect(report).toEqual([expect.objectContaining({ slug: 'sdr_notes', outcome: 'dropped', lost_text: '' })])
  })

  it('on absentee voting are dropped, and the report explains why (R-C58)', () => {
    const { facts, report } = migrate(aFact('vbm_notes', 'Ask early.'))
    expect(facts).toEqual([])
    expect(report).toEqual([
      expect.objectContaining({
        outcome: 'unmapped',
        lost_text: 'Ask early.',
        reason: expect.stringContaining('various'),
      }),
    ])
  })
})

describe('derived fields', () => {
  it('drop early voting if there are dates, and lose nothing (R-C59)', () => {
    const { report } = migrate(aFact('early_voting', 'True'), aFact('early_voting_starts', '10 days before'))
    expect(report).toEqual([expect.objectContaining({ slug: 'early_voting', outcome: 'dropped', lost_text: '' })])
  })

  it.each([
    ['True', ''],
    ['False', '10 days before'],
  ])('report early voting "%s" with the start "%s" as a conflict', (text, starts) => {
    const { report } = migrate(aFact('early_voting', text), aFact('early_voting_starts', starts))
    expect(report).toEqual([expect.objectContaining({ slug: 'early_voting', outcome: 'conflict', lost_text: text })])
  })

  it.each(['overseas_voting', 'provisional_voting'])(
    'drop %s, true everywhere, and report a "False" as a conflict (R-C60)',
    (slug) => {
      expect(migrate(aFact(slug, 'True')).report).toEqual([
        expect.objectContaining({ slug, outcome: 'dropped', lost_text: '' }),
      ])
      expect(migrate(aFact(slug, 'False')).report).toEqual([
        expect.objectContaining({ outcome: 'conflict', lost_text: 'False' }),
      ])
    },
  )

  it('do not include felon_vote_release_prison, and the report explains why (X23)', () => {
    expect(migrate(aFact('felon_vote_release_prison', 'True')).report).toEqual([
      expect.objectContaining({ outcome: 'unmapped', lost_text: 'True', see: ['felony_voting_options'] }),
    ])
  })
})

describe('the renamed and deleted slug (X21, X22)', () => {
  const both = aFact('id_requirements_in_person_registration', 'Bring a photo ID.')
  const withFields = (fields: string[], ...facts: Fact[]) => {
    const { stateData, report } = migrateStateData(aState(facts), { fields: fields.map((slug) => aField(slug)) })
    return { facts: stateData.state_information, line: report.find((line) => line.slug === both.field_type) }
  }

  it('is renamed if the catalog has the new name', () => {
    const { facts, line } = withFields(['id_laws_in_person_registration', 'id_laws_sdr'], both)
    expect(facts).toEqual([aFact('id_laws_in_person_registration', both.text)])
    expect(line).toMatchObject({ outcome: 'ambiguous', lost_text: '', see: ['id_laws_in_person_registration'] })
  })

  it('fills id_laws_sdr if the catalog has no such name', () => {
    const { facts } = withFields(['id_laws_sdr'], aFact('id_requirements_sdr', ''), both)
    expect(facts).toEqual([aFact('id_laws_sdr', both.text)])
  })

  it('does not replace existing text of id_laws_sdr, and its own is in the report', () => {
    const { facts, line } = withFields(['id_laws_sdr'], both, aFact('id_requirements_sdr', 'Bring a bill.'))
    expect(facts).toEqual([aFact('id_laws_sdr', 'Bring a bill.')])
    expect(line).toMatchObject({ outcome: 'ambiguous', lost_text: both.text })
  })

  it('is dropped if the catalog has neither', () => {
    const { facts, line } = withFields(['polls_open'], both)
    expect(facts).toEqual([])
    expect(line).toMatchObject({ lost_text: both.text, see: [] })
  })
})

describe('undocumented V1 data', () => {
  it('passes a slug of neither table nor catalog unchanged, with a line (R-C53)', () => {
    const { facts, report } = migrate(aFact('emergency_ballot_voting', 'True', { value: true }))
    expect(facts).toEqual([aFact('emergency_ballot_voting', 'True', { value: true })])
    expect(report).toEqual([expect.objectContaining({ slug: 'emergency_ballot_voting', outcome: 'unknown' })])
  })

  it('keeps a duplicate field once, the newest with text, and the other is in the report', () => {
    const old = aFact('polls_open', '7 a.m.', { modified_at: '2024-01-01T00:00:00Z' })
    const { facts, report } = migrate(aFact('polls_open', ''), old, aFact('polls_open', '6 a.m.'))
    expect(facts).toEqual([aFact('polls_open', '6 a.m.')])
    expect(report).toEqual([expect.objectContaining({ slug: 'polls_open', outcome: 'conflict', lost_text: '7 a.m.' })])
  })

  it('omits a V2 key with the wrong type of value instead of breaking the rest', () => {
    const odd: V1StateData = aState([{ field_type: 'polls_open', text: '6 a.m.' }])
    const v1 = { ...odd, state_information: [{ field_type: 'polls_open', text: '6 a.m.', footnotes: 7 }] }
    expect(migrateStateData(v1).stateData.state_information).toEqual([{ field_type: 'polls_open', text: '6 a.m.' }])
  })
})

const slug = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<string>(...v1Slugs) },
  { weight: 2, arbitrary: fc.constantFrom<string>(...Object.values(knownFields).flat()) },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', '', 'unknown_slug') },
  { weight: 1, arbitrary: fc.string() },
)
const text = fc.oneof(fc.constantFrom('', 'N/A', 'True', 'False', 'Words.', 'Other words.'), fc.string())
const footnotes = fc.option(fc.oneof(fc.constantFrom('', 'See the note.', 'Words.'), fc.string()))
const modified_at = fc.constantFrom('2024-01-01T00:00:00Z', '2025-06-01T10:00:00.123456Z', 'yesterday')
const bool_value = fc.option(fc.boolean())
const multiselect_value = fc.option(
  fc.uniqueArray(fc.constantFrom(...Object.values(knownOptions).flat(), 'carrier_pigeon')),
)
const fact = fc.record(
  { field_type: slug, text, modified_at, footnotes, bool_value, multiselect_value },
  { requiredKeys: ['field_type', 'text'] },
)
/** `FUZZ_RUNS` sets the number of runs, `SEED` repeats a run. */
const parameters = { seed, numRuns: randomRuns(5_000) }
const facts = fc.array(fact, { maxLength: 40 })

const sorted = (items: readonly unknown[]) => items.map((item) => JSON.stringify(item)).sort()

/** Whether a text is still available: as a text, a footnote, an option, or in the report. */
function isKept(
  one: Fact,
  { stateData, report }: { stateData: StateData; report: { lost_text: string; slug: string }[] },
) {
  const texts = stateData.state_information.flatMap((other) => [other.text, ...(other.footnotes?.split('\n\n') ?? [])])
  const fate = getSlugMapping(one.field_type)
  return (
    report.some((line) => line.slug === one.field_type) ||
    texts.some((words) => words === one.text || words.includes(one.text)) ||
    stateData.state_information.some((other) => other.footnotes?.includes(one.text)) ||
    (fate?.type === 'option' && /^\s*(true|false)\s*$/i.test(one.text))
  )
}

describe(`any V1 data, with seed ${seed}`, () => {
  it('gives V2 data and a report: nothing is thrown, no slug and no text is lost silently', () => {
    fc.assert(
      fc.property(facts, (list) => {
        const result = migrateStateData(aState(list))
        const slugs = new Set(result.stateData.state_information.map(({ field_type }) => field_type))
        const inReport = new Set(result.report.map((line) => line.slug))
        for (const one of list) {
          const isThere = getSuccessors(one.field_type).some((successor) => slugs.has(successor))
          expect(isThere || inReport.has(one.field_type), `slug ${one.field_type}`).toBe(true)
          expect(isNone(one.text) || isKept(one, result), `text of ${one.field_type}`).toBe(true)
        }
        expect(result.stateData.state_information).toHaveLength(slugs.size)
        expect(result.report.every((line) => migrationOutcomes.includes(line.outcome))).toBe(true)
      }),
      parameters,
    )
  })

  it('gives the same when it is migrated twice', () => {
    fc.assert(
      fc.property(facts, (list) => {
        const once = migrateStateData(aState(list)).stateData
        expect(migrateStateData(once).stateData).toEqual(once)
      }),
      parameters,
    )
  })

  it('gives the same facts and the same report in any order', () => {
    const shuffled = facts.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
    )
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        const [first, second] = [migrateStateData(aState(one)), migrateStateData(aState(other))]
        expect(sorted(second.stateData.state_information)).toEqual(sorted(first.stateData.state_information))
        expect(sorted(second.report)).toEqual(sorted(first.report))
      }),
    )
  })

  it('keeps slugs that no table names unchanged (R-C53)', () => {
    const unknown = fc.string().filter(
      (name) =>
        getSlugMapping(name) === undefined &&
        !Object.values(knownFields)
          .flat()
          .some((known) => known === name),
    )
    fc.assert(
      fc.property(unknown, text, footnotes, (field_type, words, notes) => {
        const came = aFact(field_type, words, { footnotes: notes, extra: 1 })
        expect(migrate(came).facts).toEqual([came])
      }),
    )
  })

  it('is not changed itself', () => {
    fc.assert(
      fc.property(facts, (list) => {
        const before = structuredClone(list)
        migrateStateData(aState(list))
        expect(list).toEqual(before)
      }),
    )
  })
})
