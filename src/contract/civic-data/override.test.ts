import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anOverride, aFact as aSample, aState } from '../testing/civic-samples.ts'
import { applyOverrides, getRegions, parseOverrides } from './override.ts'

describe('overrides (R-C23, R-C24)', () => {
  it('are parsed one by one, with unknown keys', () => {
    const good = { ...anOverride('gov_tool_absentee_request', 'https://county.example/'), id: 7 }
    const read = parseOverrides([good, { ...good, region: 'Cook County' }, { ...good, field: {} }])
    expect(read.overrides).toEqual([good])
    expect(read.violations).toEqual([
      'overrides[1].region is missing or of the wrong kind',
      'overrides[2].field is missing or of the wrong kind',
    ])
  })

  it('name the regions of a state, each once, in order (R-C26)', () => {
    const overrides = [
      anOverride('a', '1', { region: { name: 'Lake County' } }),
      anOverride('a', '1', { region: { name: 'City of Springfield' } }),
      anOverride('b', '1', { region: { name: ' lake  county' } }),
      anOverride('a', '1', { state: 'Florida', region: { name: 'Bay County' } }),
      anOverride('a', '1', { region: { name: '' } }),
    ]
    expect(getRegions(overrides, aState([]))).toEqual(['City of Springfield', 'Lake County'])
    expect(getRegions(overrides, { code: 'TN', name: 'Tennessee' })).toEqual([])
  })

  it('find their state by its usual name too, if the service uses another (X18)', () => {
    const overrides = [anOverride('a', '1', { state: 'District of Columbia', region: { name: 'Ward 1' } })]
    expect(getRegions(overrides, { code: 'DC', name: 'Washington, D.C.' })).toEqual(['Ward 1'])
  })
})

/** A fact without a date; the state's own have one. */
const dateless = (...sample: Parameters<typeof aSample>) => {
  const { modified_at: _date, ...rest } = aSample(...sample)
  return rest
}

const tool = 'gov_tool_absentee_request'
const illinois = aState([
  aSample(tool, 'https://state.example/', { footnotes: 'Statewide.', reviewed: true }),
  aSample('has_pav_everyone', 'True', { bool_value: true }),
  aSample('absentee_request_methods', 'mail', { multiselect_value: ['mail'], footnotes: 'By mail only.' }),
])

describe("a region's own value", () => {
  it('replaces the text, drops the state’s notes and date, and keeps the rest (R-C25, X18)', () => {
    const overrides = [
      anOverride(tool, 'https://county.example/'),
      anOverride('has_pav_everyone', 'False'),
      anOverride('absentee_request_methods', 'mail, online'),
    ]
    expect(applyOverrides(illinois, overrides, 'Cook County').state_information).toEqual([
      dateless(tool, 'https://county.example/', { reviewed: true }),
      dateless('has_pav_everyone', 'False'),
      dateless('absentee_request_methods', 'mail, online'),
    ])
  })

  it('leaves facts without an override unchanged, footnotes included', () => {
    const { state_information } = applyOverrides(illinois, [anOverride(tool, 'https://county.example/')], 'Cook County')
    expect(state_information.slice(1)).toEqual(illinois.state_information.slice(1))
  })

  it("is not another region's, nor that of a county of the same name in another state", () => {
    const elsewhere = [
      anOverride(tool, 'https://lake.example/', { region: { name: 'Lake County' } }),
      anOverride(tool, 'https://minnesota.example/', { state: 'Minnesota' }),
    ]
    expect(applyOverrides(illinois, elsewhere, 'Cook County')).toBe(illinois)
  })

  it.each([undefined, '', 'Atlantis'])('changes nothing for the region %j', (region) => {
    expect(applyOverrides(illinois, [anOverride(tool, 'https://county.example/')], region)).toBe(illinois)
  })

  it('is found whatever the case and the spaces of its name', () => {
    const { state_information } = applyOverrides(
      illinois,
      [anOverride(tool, 'x', { state: 'ILLINOIS ' })],
      ' cook  county',
    )
    expect(state_information[0]?.text).toBe('x')
  })

  it('exists even if the state has no such fact, without an invented date', () => {
    const { state_information } = applyOverrides(illinois, [anOverride('polls_open', '5 a.m.')], 'Cook County')
    expect(state_information.at(-1)).toEqual({ field_type: 'polls_open', text: '5 a.m.' })
  })

  it('can be empty: this region has none', () => {
    expect(applyOverrides(illinois, [anOverride(tool, '')], 'Cook County').state_information[0]?.text).toBe('')
  })

  it('is the later of two for the same field', () => {
    const overrides = [anOverride(tool, 'first'), anOverride(tool, 'second')]
    expect(applyOverrides(illinois, overrides, 'Cook County').state_information[0]?.text).toBe('second')
  })

  it('changes nothing when it is applied twice, and does not change the state itself', () => {
    const slug = fc.constantFrom(tool, 'has_pav_everyone', 'absentee_request_methods', '__proto__', 'new')
    fc.assert(
      fc.property(fc.array(fc.tuple(slug, fc.string())), (rows) => {
        const before = structuredClone(illinois)
        const overrides = rows.map(([field, value]) => anOverride(field, value))
        const once = applyOverrides(illinois, overrides, 'Cook County')
        expect(applyOverrides(once, overrides, 'Cook County')).toEqual(once)
        expect(illinois).toEqual(before)
      }),
    )
  })
})
