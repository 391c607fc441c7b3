import { describe, expect, it } from 'vitest'
import { getSlugKind } from './catalog.ts'
import { knownFields } from './data/known-fields.ts'

describe('naming conventions', () => {
  it.each([
    ['gov_tool_verify', 'tool'], // R-C42
    ['source_election_code', 'source'], // R-C43
    ['registration_directions_online', 'directions'], // R-C44
    ['nvra_directions_box6', 'directions'],
    ['ballot_curing_laws_rejection_reasons', 'laws'], // R-C45
    ['emergency_ballot_request_deadline', 'deadline'], // R-C46
    ['has_automatic_vbm', 'boolean'], // R-C40
    ['is_something', 'boolean'],
    ['absentee_ballot_issues', 'other'],
    ['warnings_absentee', 'other'], // X20
    ['gov_tools', 'other'],
    ['issue_history', 'other'],
    ['hash', 'other'],
    ['', 'other'],
  ] as const)('group %s under %s', (slug, kind) => {
    expect(getSlugKind(slug)).toBe(kind)
  })

  it('agree with the formats where they can, and never decide them (X20)', () => {
    expect(knownFields.Boolean.filter((slug) => getSlugKind(slug) !== 'boolean')).toEqual([])
    expect(knownFields.Markdown.filter((slug) => ['boolean', 'tool', 'source'].includes(getSlugKind(slug)))).toEqual([])
    expect(knownFields.URL.filter((slug) => getSlugKind(slug) === 'directions')).toEqual(['fvap_uocava_directions'])
  })
})
