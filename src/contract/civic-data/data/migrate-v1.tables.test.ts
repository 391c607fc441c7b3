import { describe, expect, it } from 'vitest'
import { civicFieldsV1 } from '../../../sandbox/data/civic-fields-v1.ts'
import { deprecatedSlugs } from '../migrate-v1.ts'
import { knownFields, knownOptions } from './known-fields.ts'
import { consolidations, deletions, footnoteMoves, renames, specificDeletions } from './migrate-v1.tables.ts'

const v1: readonly string[] = civicFieldsV1.map(({ slug }) => slug)
const v2 = Object.values(knownFields).flat() as string[]
const deleted = [
  ...Object.keys(consolidations),
  ...Object.keys(footnoteMoves),
  ...Object.keys(deletions),
  ...specificDeletions,
]

describe('the specification’s tables', () => {
  it('have the specified number of rows: 60 renames, 18 + 4 + 15 + 14 deletions (R-C51, R-C52)', () => {
    expect(Object.keys(renames)).toHaveLength(60)
    expect(Object.keys(consolidations)).toHaveLength(18)
    expect(Object.keys(footnoteMoves)).toHaveLength(4)
    expect(Object.keys(deletions)).toHaveLength(15)
    expect(specificDeletions).toHaveLength(14)
    expect(new Set(deleted).size).toBe(51)
  })

  it('never give two slugs the same new name, and no name is both old and new (R-C51)', () => {
    expect(new Set(Object.values(renames)).size).toBe(60)
    expect(Object.values(renames).filter((slug) => Object.hasOwn(renames, slug))).toEqual([])
    expect(Object.values(renames).filter((slug) => deleted.includes(slug))).toEqual([])
  })

  it('name one slug twice: it is renamed and deleted (X21), for an unused slug (X22)', () => {
    expect(deleted.filter((slug) => Object.hasOwn(renames, slug))).toEqual(['id_requirements_in_person_registration'])
    expect(deletions.id_requirements_in_person_registration.see).toEqual(['id_laws_same_day_registration'])
    expect([...v1, ...v2]).not.toContain('id_laws_same_day_registration')
    expect(deprecatedSlugs).toHaveLength(110)
  })

  it('name only fields of version 1 and fields of version 2', () => {
    expect([...Object.keys(renames), ...deleted].filter((slug) => !v1.includes(slug))).toEqual([])
    const targets = [
      ...Object.values(renames),
      ...Object.values(consolidations).map(({ field }) => field),
      ...Object.values(footnoteMoves).flatMap((fields): readonly string[] => fields ?? []),
    ]
    expect(targets.filter((slug) => !v2.includes(slug))).toEqual([])
  })

  it('omit 21 of the 131 V1 fields, of which version 2 has 19 (R-C53)', () => {
    expect(new Set(v1).size).toBe(131)
    const untouched = v1.filter((slug) => !deprecatedSlugs.includes(slug))
    expect(untouched).toHaveLength(21)
    expect(untouched.filter((slug) => !v2.includes(slug))).toEqual(['emergency_ballot_law', 'emergency_ballot_voting'])
  })

  it('cover 83 of the 84 known V2 fields: no V1 field has the scope of absentee access', () => {
    expect(new Set(v2).size).toBe(84)
    const sources = [
      ...Object.values(renames),
      ...Object.values(consolidations).map(({ field }) => field),
      ...v1.filter((slug) => !deprecatedSlugs.includes(slug)),
    ]
    expect(v2.filter((slug) => !sources.includes(slug))).toEqual(['absentee_access_levels'])
  })

  it('consolidate Booleans only, into options that the specification lists (R-C09 to R-C12)', () => {
    const booleans = civicFieldsV1.filter((field) => field.field_format === 'Boolean').map(({ slug }) => slug)
    expect(Object.keys(consolidations).filter((slug) => !booleans.includes(slug))).toEqual([])
    for (const [field, options] of Object.entries(knownOptions)) {
      const sources = Object.values(consolidations).filter((row) => row.field === field)
      expect(sources.map(({ option }) => option)).toEqual(options.filter((option) => option !== 'online'))
    }
    expect(Object.keys(knownOptions)).toEqual([...knownFields['Multi-select']])
  })
})
