import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { civicFieldsV1 } from '../../sandbox/data/civic-fields-v1.ts'
import { aField } from '../testing/civic-samples.ts'
import { knownFields, knownOptions } from './data/known-fields.ts'
import { consolidations, deletions, footnoteMoves, renames, specificDeletions } from './data/migrate-v1.tables.ts'
import { getSlugMapping, getSuccessors } from './migrate-v1.ts'
import { migrateFields } from './migrate-v1-fields.ts'
import type { V1Field } from './v1.ts'

const aV1Field = (slug: string, field_format = 'Markdown'): V1Field => ({
  slug,
  long_name: `Name of ${slug}`,
  field_format,
})
const allV1 = civicFieldsV1.map(({ slug, field_format }) => aV1Field(slug, field_format))

describe('V1 definitions as V2', () => {
  it('have the new slug, and the long_name as description (R-C50, R-C51)', () => {
    const given = Object.keys(renames).map((slug) => migrateFields([aV1Field(slug, 'URL')]).fields)
    expect(given).toEqual(
      Object.entries(renames).map(([slug, to]) => [{ slug: to, description: `Name of ${slug}`, field_format: 'URL' }]),
    )
  })

  it('have one Multi-select for its booleans, with options and a description (R-C08, R-C52)', () => {
    const { fields } = migrateFields(Object.keys(consolidations).map((slug) => aV1Field(slug, 'Boolean')))
    expect(fields.map(({ slug, field_format, options }) => ({ slug, field_format, options }))).toEqual(
      expect.arrayContaining(
        Object.entries(knownOptions).map(([slug, options]) => ({ slug, field_format: 'Multi-select', options })),
      ),
    )
    expect(fields).toHaveLength(4)
    expect(fields.every(({ description, slug }) => description !== '' && description !== slug)).toBe(true)
  })

  it('omit each slug without a successor of its own, and the report says why', () => {
    const gone = [...Object.keys({ ...consolidations, ...footnoteMoves, ...deletions }), ...specificDeletions]
    const wrong = gone.filter((slug) => {
      const { fields, report } = migrateFields([aV1Field(slug)])
      const isExplained = report.some((line) => line.slug === slug && line.reason.endsWith('.'))
      return !isExplained || fields.some((field) => field.slug === slug)
    })
    expect(wrong).toEqual([])
  })

  it('are all V2 fields but one, with the formats of V2 but for one (R-C53)', () => {
    const { fields } = migrateFields(allV1)
    const bySlug = new Map(fields.map((field) => [field.slug, field.field_format]))
    const formats = Object.entries(knownFields).flatMap(([format, slugs]) => slugs.map((slug) => ({ slug, format })))
    expect(formats.filter(({ slug }) => !bySlug.has(slug))).toEqual([
      { slug: 'absentee_access_levels', format: 'Single-select' },
    ])
    expect(formats.filter(({ slug, format }) => bySlug.has(slug) && bySlug.get(slug) !== format)).toEqual([
      { slug: 'pdf_emergency_ballot_application', format: 'URL' },
    ])
    const known = formats.map(({ slug }): string => slug)
    expect(fields.map(({ slug }) => slug).filter((slug) => !known.includes(slug))).toEqual([
      'emergency_ballot_law',
      'emergency_ballot_voting',
    ])
  })

  it('rename the slug that is also deleted only if the catalog has it (X21)', () => {
    const v1 = [aV1Field('id_requirements_in_person_registration'), aV1Field('id_requirements_sdr')]
    expect(migrateFields(v1).fields.map(({ slug }) => slug)).toEqual(['id_laws_sdr', 'id_laws_in_person_registration'])
    const { fields, report } = migrateFields(v1, { fields: [aField('id_laws_sdr')] })
    expect(fields.map(({ slug }) => slug)).toEqual(['id_laws_sdr'])
    expect(report).toEqual([
      expect.objectContaining({ outcome: 'ambiguous', lost_text: 'Name of id_requirements_in_person_registration' }),
    ])
  })

  it('have the description and options of a Multi-select from the catalog if it has one', () => {
    const methods = aField('registration_methods', { field_format: 'Multi-select', options: ['mail', 'kiosk'] })
    const { fields } = migrateFields([aV1Field('registration_submission_fax')], { fields: [methods] })
    expect(fields[0]).toEqual({ ...methods, options: ['mail', 'kiosk', 'email', 'fax', 'in_person', 'phone'] })
  })
})

const slug = fc.oneof(
  fc.constantFrom<string>(...allV1.map((field) => field.slug), ...Object.values(knownFields).flat()),
  fc.constantFrom('__proto__', 'toString', ''),
  fc.string(),
)
const name = fc.oneof(fc.constantFrom('', 'A name', 'Another name'), fc.string())
const definition = fc.record(
  { slug, long_name: name, description: name, field_format: fc.constantFrom('Boolean', 'Markdown', 'Map') },
  { requiredKeys: ['slug', 'field_format'] },
)
const definitions = fc.array(definition, { maxLength: 30 })

describe('any list of definitions', () => {
  it('gives V2 definitions and a report; no slug and no name is lost silently', () => {
    fc.assert(
      fc.property(definitions, (list) => {
        const { fields, report } = migrateFields(list)
        const slugs = new Set(fields.map((field) => field.slug))
        const texts = new Set([
          ...fields.map(({ description }) => description),
          ...report.map(({ lost_text }) => lost_text),
          '',
        ])
        for (const one of list) {
          const isThere = getSuccessors(one.slug).some((successor) => slugs.has(successor))
          expect(isThere || report.some((line) => line.slug === one.slug), one.slug).toBe(true)
          expect(texts.has(one.description ?? one.long_name ?? ''), `name of ${one.slug}`).toBe(true)
        }
        expect(fields).toHaveLength(slugs.size)
        expect(fields.filter((field) => getSlugMapping(field.slug) !== undefined)).toEqual([])
      }),
    )
  })

  it('gives the same when it is migrated twice', () => {
    fc.assert(
      fc.property(definitions, (list) => {
        const once = migrateFields(list).fields
        expect(migrateFields(once).fields).toEqual(once)
      }),
    )
  })

  it('gives the same definitions in any order', () => {
    const sorted = (items: readonly unknown[]) => items.map((item) => JSON.stringify(item)).sort()
    const shuffled = definitions.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
    )
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        const [first, second] = [migrateFields(one), migrateFields(other)]
        expect(sorted(second.fields)).toEqual(sorted(first.fields))
        expect(sorted(second.report)).toEqual(sorted(first.report))
      }),
    )
  })
})
