import { describe, expect, it } from 'vitest'
import { aFact } from '../testing/civic-samples.ts'
import { getFactValue } from './fact-value.ts'

describe('the value of a fact', () => {
  it('is none for a Boolean without text, even when bool_value is false (rules B.2.14)', () => {
    for (const text of ['', ' ', 'N/A']) {
      expect(getFactValue(aFact('has_pav_everyone', text, { bool_value: false }), 'Boolean')).toEqual({ is: 'none' })
    }
  })

  it('is yes or no by bool_value, or by the text if that is missing', () => {
    expect(getFactValue(aFact('x', 'True', { bool_value: true }), 'Boolean')).toEqual({ is: 'boolean', value: true })
    expect(getFactValue(aFact('x', 'False'), 'Boolean')).toEqual({ is: 'boolean', value: false })
    expect(getFactValue(aFact('x', 'In some counties'), 'Boolean')).toEqual({ is: 'text', text: 'In some counties' })
  })

  it('is the options that apply, unknown ones included (R-C13)', () => {
    const fact = aFact('x', 'mail, drone', { multiselect_value: ['mail', 'drone'] })
    expect(getFactValue(fact, 'Multi-select')).toEqual({ is: 'options', options: ['mail', 'drone'] })
    expect(getFactValue(aFact('x', 'mail only'), 'Multi-select')).toEqual({ is: 'text', text: 'mail only' })
    expect(getFactValue(aFact('x', '', { multiselect_value: [] }), 'Multi-select')).toEqual({ is: 'none' })
    expect(getFactValue(aFact('x', 'universal'), 'Single-select')).toEqual({ is: 'options', options: ['universal'] })
  })

  it('is a link only if it is safe to follow', () => {
    expect(getFactValue(aFact('x', 'https://vote.example/a'), 'URL')).toEqual({
      is: 'link',
      url: 'https://vote.example/a',
    })
    for (const text of ['javascript:alert(1)', 'http://vote.example/', 'https://a:b@vote.example/', 'call us']) {
      expect(getFactValue(aFact('x', text), 'URL')).toEqual({ is: 'text', text })
    }
  })

  it('is a date if such a day exists', () => {
    expect(getFactValue(aFact('x', '2026-11-03'), 'Date')).toEqual({ is: 'date', date: '2026-11-03' })
    expect(getFactValue(aFact('x', '2026-02-30'), 'Date')).toEqual({ is: 'text', text: '2026-02-30' })
  })

  it('is Markdown for Markdown, and plain text for an unknown format', () => {
    expect(getFactValue(aFact('x', '# Hi\n'), 'Markdown')).toEqual({ is: 'markdown', markdown: '# Hi\n' })
    expect(getFactValue(aFact('x', '# Hi'), 'Opening hours')).toEqual({ is: 'text', text: '# Hi' })
    expect(getFactValue(aFact('has_x', 'True', { bool_value: true }), undefined)).toEqual({ is: 'text', text: 'True' })
  })
})
