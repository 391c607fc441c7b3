import { describe, expect, it } from 'vitest'
import { typeReference } from './type-reference.ts'

describe('the page of types', () => {
  it('has a heading for each type that a door exports, once', () => {
    const headings = [...typeReference().matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
    expect(headings).toEqual(expect.arrayContaining(['Appearance', 'Diagnosis', 'StateFactsOptions']))
    expect(headings).toHaveLength(new Set(headings).size)
  })

  it('lists every value, also of what is computed from other types', () => {
    const page = typeReference()
    for (const value of ['`TN`', '`zh-Hant`', '`zipcode`', '`Mx`', '`upstream_busy`']) expect(page).toContain(value)
    for (const row of ['| `form.heading` | Register to vote |', '| `months.11` | December |', '| `facts.failed` | '])
      expect(page).toContain(row)
  })
})
