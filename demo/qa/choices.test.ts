import { describe, expect, it } from 'vitest'
import { initialChoices, readChoices, writeChoices } from './choices.ts'

describe('the choices in the address of the QA page', () => {
  it('are none on an untouched page', () => {
    expect(writeChoices(initialChoices)).toBe('')
    expect(readChoices('')).toEqual(initialChoices)
  })

  it('show a colleague the same page', () => {
    const choices = {
      ...initialChoices,
      language: 'es',
      theme: 'dark',
      width: '320',
      state: 'TN',
      strict: 'on',
    } as const
    expect(writeChoices(choices)).toBe('#language=es&theme=dark&width=320&state=TN&strict=on')
    expect(readChoices(writeChoices(choices))).toEqual(choices)
  })

  it('are ignored if they do not exist', () => {
    expect(readChoices('#language=tlh&state=PR&width=-1&email=ada@example.org&constructor=1')).toEqual(initialChoices)
  })

  it('include all 51 jurisdictions (R-A44)', () => {
    expect(readChoices('#state=DC').state).toBe('DC')
    expect(readChoices('#state=WY').state).toBe('WY')
  })
})
