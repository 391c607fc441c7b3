import { describe, expect, it } from 'vitest'
import { migrateStateData } from '../contract/civic-data/migrate-v1-state-data.ts'
import type { Fact, StateData } from '../contract/civic-data/state-data.ts'
import { type StateCode, stateCodes, states } from '../contract/states.ts'
import { aFact, anOverride, aState } from '../contract/testing/civic-samples.ts'
import { toVersion1 } from './civic-v1.ts'
import { civicFields } from './data/civic-fields.ts'
import { civicFieldsV1 } from './data/civic-fields-v1.ts'
import { furtherFields } from './data/civic-further-fields.ts'
import { civicOverrides, civicStateData, type Replace } from './data/civic-state-data.ts'

const stub: Replace = ({ slug, state, region }) => `http://127.0.0.1:1/${state}/${slug}/${region ?? ''}`
const overrides = civicOverrides(stub)
const bySlug = ({ state_information }: StateData) => new Map(state_information.map((fact) => [fact.field_type, fact]))
const there = (code: StateCode) => civicStateData(code, stub)
const back = (code: StateCode) =>
  migrateStateData(toVersion1(there(code), overrides), { fields: civicFields }).stateData

/** Why version 1 cannot restore a V2 field, field by field: the whole list. */
const impossible: Record<string, 'no V1 field' | 'footnotes have no V1 field'> = {
  absentee_access_levels: 'no V1 field',
  ...Object.fromEntries(furtherFields.map(({ field }) => [field.slug, 'no V1 field' as const])),
  absentee_request_methods: 'footnotes have no V1 field',
  ballot_return_locations: 'footnotes have no V1 field',
  registration_methods: 'footnotes have no V1 field',
}

/** The service sends `false` for a Boolean of which it knows nothing (rules B.2.14); the migration leaves it out. */
const withoutBlankBooleans = (state: StateData): StateData => ({
  ...state,
  state_information: state.state_information.map(({ bool_value, ...fact }) =>
    bool_value === undefined || fact.text === '' ? fact : { ...fact, bool_value },
  ),
})

/** Fields that return though version 2 has no such field: V1 fields that the tables forget (R-C53). */
const leftOver = ['emergency_ballot_law', 'emergency_ballot_voting']

it.each(stateCodes)(
  'migrating %s to version 1 and back restores every field of version 2, except the named ones',
  (code) => {
    const before = bySlug(withoutBlankBooleans(there(code)))
    const after = bySlug(back(code))
    const changed = civicFields.flatMap(({ slug }) => {
      const [was, is] = [before.get(slug), after.get(slug)]
      return isSame(was, is) ? [] : [slug]
    })
    expect(changed.filter((slug) => impossible[slug] === undefined)).toEqual([])
    for (const slug of changed)
      expect([slug, lossOf(before.get(slug), after.get(slug))]).toEqual([slug, impossible[slug]])
    expect([...after.keys()].filter((slug) => !before.has(slug)).sort()).toEqual(leftOver)
  },
)

describe('a state with every field', () => {
  const further = furtherFields.map(({ field }) => field.slug)
  const options = Object.fromEntries(civicFields.map((field) => [field.slug, field.options ?? []]))
  const everything = aState(
    civicFields.map(({ slug, field_format }): Fact => {
      if (field_format === 'Boolean') return aFact(slug, 'True', { bool_value: true })
      if (field_format !== 'Multi-select') return aFact(slug, `All about ${slug}`)
      return aFact(slug, (options[slug] ?? []).join(', '), { multiselect_value: [...(options[slug] ?? [])] })
    }),
  )

  it('is restored except for one field and one option that version 1 never had (X24)', () => {
    const before = bySlug(everything)
    const { stateData, report } = migrateStateData(toVersion1(everything, []), { fields: civicFields })
    const after = bySlug(stateData)
    const named = civicFields.map(({ slug }) => slug).filter((slug) => !further.includes(slug))
    const changed = named.filter((slug) => !isSame(before.get(slug), after.get(slug)))
    expect(changed).toEqual(['absentee_access_levels', 'absentee_request_methods'])
    expect(after.has('absentee_access_levels')).toBe(false)
    expect(after.get('absentee_request_methods')).toMatchObject({
      multiselect_value: ['email', 'fax', 'in_person', 'mail', 'phone'],
    })
    // In version 2 the overrides have this.
    const lost = report.filter((line) => line.lost_text !== '').map(({ slug }) => slug)
    expect(lost).toEqual(['external_tool_vbm_has_regional_urls'])
  })
})

describe('the facts of version 1', () => {
  const v1 = (code: StateCode) => bySlug(toVersion1(there(code), overrides))

  it('are those of its own catalog, text and date only (R-C22, R-C33)', () => {
    for (const { slug } of civicFieldsV1) {
      expect(Object.keys(v1('TN').get(slug) ?? {})).toEqual(['field_type', 'text', 'modified_at'])
    }
    expect(v1('TN').size).toBe(civicFieldsV1.length)
    expect(toVersion1(there('TN'), overrides)).toMatchObject({ code: 'TN', name: states.TN })
  })

  it('use booleans for the options of version 2, and notes for its footnotes', () => {
    const tennessee = v1('TN')
    expect(tennessee.get('registration_submission_mail')).toMatchObject({ text: 'True' })
    expect(tennessee.get('registration_submission_fax')).toMatchObject({ text: 'False' })
    expect(tennessee.get('felon_vote_parole')).toMatchObject({ text: '' })
    expect(v1('AK').get('sdr_notes')).toMatchObject({ text: expect.stringContaining('president') })
  })

  it('include what version 2 only implies (R-C26, R-C59, R-C60)', () => {
    const of = (code: StateCode, slug: string) => v1(code).get(slug)?.text
    expect([of('FL', 'external_tool_vbm_has_regional_urls'), of('TN', 'external_tool_vbm_has_regional_urls')]).toEqual([
      'True',
      'False',
    ])
    expect([of('TN', 'early_voting'), of('AL', 'early_voting'), of('TN', 'provisional_voting')]).toEqual([
      'True',
      'False',
      'True',
    ])
    expect(toVersion1(aState([]), [anOverride('x', 'y')]).state_information).toContainEqual({
      field_type: 'external_tool_vbm_has_regional_urls',
      text: 'True',
      modified_at: '',
    })
  })
})

function isSame(was: Fact | undefined, is: Fact | undefined): boolean {
  return JSON.stringify(sorted(was)) === JSON.stringify(sorted(is))
}

const sorted = (fact: Fact | undefined) => Object.entries(fact ?? {}).sort(([one], [other]) => (one < other ? -1 : 1))

function lossOf(was: Fact | undefined, is: Fact | undefined): string {
  if (is === undefined) return 'no V1 field'
  const { footnotes: _, ...rest } = was ?? {}
  return isSame(rest as Fact, is) ? 'footnotes have no V1 field' : `came back as ${JSON.stringify(is)}`
}
