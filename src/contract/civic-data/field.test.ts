import { describe, expect, it } from 'vitest'
import { aField } from '../testing/civic-samples.ts'
import { getFieldOptions, parseFields } from './field.ts'

describe('field definitions (R-C05 to R-C08)', () => {
  it('are parsed with unknown formats, options and keys', () => {
    const came = [
      { slug: 'polls_open', description: 'Polls open', field_format: 'Opening hours', unit: 'h' },
      { slug: 'felony_voting_options', description: 'When', field_format: 'Multi-select', options: ['parole', 'new'] },
    ]
    expect(parseFields(came)).toEqual({ fields: came, violations: [] })
  })

  it('keep the good rows when one is bad, and name it', () => {
    const { fields, violations } = parseFields([aField('a'), { slug: 7 }, null, aField('b')])
    expect(fields.map(({ slug }) => slug)).toEqual(['a', 'b'])
    expect(violations).toEqual([
      'fields[1].slug is missing or of the wrong kind',
      'fields[1].description is missing or of the wrong kind',
      'fields[1].field_format is missing or of the wrong kind',
      'fields[2] is missing or of the wrong kind',
    ])
  })

  it('ignore options that are no list of strings', () => {
    const { fields, violations } = parseFields([{ ...aField('a', { field_format: 'Single-select' }), options: 'x' }])
    expect(fields).toEqual([aField('a', { field_format: 'Single-select' })])
    expect(violations).toEqual(['fields[0].options is missing or of the wrong kind'])
  })

  it.each([undefined, null, {}, 'text', { results: [] }])('are none in %j, which is no list', (value) => {
    expect(parseFields(value)).toEqual({ fields: [], violations: ['fields is not a list'] })
  })

  it('have options only where the specification has them (R-C08)', () => {
    const options = ['mail']
    expect(getFieldOptions(aField('a', { field_format: 'Multi-select', options }))).toEqual(options)
    expect(getFieldOptions(aField('a', { field_format: 'Single-select', options }))).toEqual(options)
    expect(getFieldOptions(aField('a', { field_format: 'Markdown', options }))).toEqual([])
    expect(getFieldOptions(aField('a', { field_format: 'Multi-select', options: null }))).toEqual([])
  })
})
