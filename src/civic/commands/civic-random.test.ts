/** Fuzzes the migration of Civic data with generated states of both versions: nothing throws, nothing is lost silently.
 *  `FUZZ_RUNS` sets the number of runs, `SEED` repeats a run. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { knownFields, knownOptions } from '../../contract/civic-data/data/known-fields.ts'
import { readBoolean } from '../../contract/civic-data/fact-value.ts'
import { deprecatedSlugs, fateOf } from '../../contract/civic-data/migrate-v1.ts'
import { migrateStateData } from '../../contract/civic-data/migrate-v1-state-data.ts'
import { type Fact, isNone, type StateData } from '../../contract/civic-data/state-data.ts'
import { randomRuns, seed } from '../../contract/testing/seed.ts'

/** Each run tests a state of each version. */
const runs = randomRuns(5_000)
const parameters = { seed, numRuns: runs }

const text = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      'N/A',
      'n/a',
      'True',
      'False',
      ' true',
      'Postmarked 30 days before Election Day',
    ),
  },
  { weight: 2, arbitrary: fc.string({ maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('=1+1', "'=x", '\u001b[2J', '\u009b', '\u202e', 'a\r\nb', '"', 'vbm_notes', '__proto__'),
  },
)
const date = fc.option(fc.constantFrom('2026-03-02T15:04:05.123456Z', '2024-01-01', 'no date', ''), { nil: undefined })
const odd = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', '', 'a\u001bb', 'new_field'),
  fc.string({ maxLength: 12 }),
)
const options = fc.uniqueArray(fc.constantFrom(...Object.values(knownOptions).flat(), 'carrier_pigeon'), {
  maxLength: 5,
})
const slugs2 = Object.values(knownFields).flat()

const state = (fact: fc.Arbitrary<Fact>): fc.Arbitrary<StateData> =>
  fc.record({
    code: fc.constantFrom('IL', 'TN', 'ND', 'ZZ'),
    name: fc.constantFrom('Illinois', 'Tennessee', 'X'),
    state_information: fc.array(fact, { maxLength: 30 }),
  })

const v1 = state(
  fc
    .record({
      field_type: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...deprecatedSlugs) },
        { weight: 2, arbitrary: fc.constantFrom(...slugs2) },
        { weight: 1, arbitrary: odd },
      ),
      text,
      modified_at: date,
    })
    .map(({ modified_at, ...fact }) => ({ ...fact, ...(modified_at !== undefined && { modified_at }) })),
)

const v2 = state(
  fc.record(
    {
      field_type: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...slugs2) }, { weight: 1, arbitrary: odd }),
      text,
      bool_value: fc.option(fc.boolean()),
      multiselect_value: fc.option(options),
      footnotes: fc.option(text),
      modified_at: fc.constantFrom('2026-03-02T15:04:05.123456Z', '2024-01-01', 'no date'),
    },
    { requiredKeys: ['field_type', 'text'] },
  ),
)

describe(`with seed ${seed}`, () => {
  it(`${runs} states of each version are migrated: once is as good as twice, and every text is kept or reported`, () => {
    fc.assert(
      fc.property(v1, v2, (...states) => {
        for (const before of states) {
          const { stateData, report } = migrateStateData(before)
          expect(migrateStateData(stateData).stateData).toEqual(stateData)
          const kept = stateData.state_information.flatMap((fact) => [fact.text, fact.footnotes ?? ''])
          const there = new Set(stateData.state_information.map(({ field_type }) => field_type))
          const told = new Set(report.map(({ slug }) => slug))
          for (const { field_type, text: said } of before.state_information) {
            const fate = fateOf(field_type)
            const goesTo = fate?.to === 'slug' ? fate.slug : fate?.to === 'option' ? fate.field : field_type
            const isInFootnotes = fate?.to === 'footnotes' && fate.of.some((slug) => there.has(slug))
            expect(there.has(goesTo) || told.has(field_type) || isInFootnotes).toBe(true)
            if (isNone(said) || readBoolean(said) !== undefined) continue
            const isKept = kept.some((one) => one.includes(said)) || report.some(({ lost }) => lost.includes(said))
            expect(isKept, `${field_type}: ${JSON.stringify(said)}`).toBe(true)
          }
        }
      }),
      parameters,
    )
  }, 3_600_000)
})
