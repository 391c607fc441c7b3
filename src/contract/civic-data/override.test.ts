import { describe, expect, it } from 'vitest'
import { anOverride, aState } from '../testing/civic-samples.ts'
import { readOverrides, regionsOf } from './override.ts'

describe('overrides as they come (R-C23, R-C24)', () => {
  it('are read one by one, with keys nobody knows', () => {
    const good = { ...anOverride('gov_tool_absentee_request', 'https://county.example/'), id: 7 }
    const read = readOverrides([good, { ...good, region: 'Cook County' }, { ...good, field: {} }])
    expect(read.overrides).toEqual([good])
    expect(read.departures).toEqual([
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
    expect(regionsOf(overrides, aState([]))).toEqual(['City of Springfield', 'Lake County'])
    expect(regionsOf(overrides, { code: 'TN', name: 'Tennessee' })).toEqual([])
  })

  it('find their state by the name we know too, when the service calls it otherwise (X18)', () => {
    const overrides = [anOverride('a', '1', { state: 'District of Columbia', region: { name: 'Ward 1' } })]
    expect(regionsOf(overrides, { code: 'DC', name: 'Washington, D.C.' })).toEqual(['Ward 1'])
  })
})
