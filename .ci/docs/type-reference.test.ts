import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { documentedTypes, typeReference } from './type-reference.ts'

const doors = ['react.ts', 'element.ts', 'element-class.ts', 'state-facts.ts', 'site-status.ts']

describe('the page of types', () => {
  it.each(doors)('has each type that %s exports', (door) => {
    const source = readFileSync(path.join('src/form', door), 'utf8')
    const exported = [...source.matchAll(/^export type \{([^}]*)\}/gm)].flatMap(([, names = '']) => names.split(','))
    const names = exported.map((name) => name.trim()).filter(Boolean)
    expect(names.filter((name) => !documentedTypes.includes(name))).toEqual([])
  })

  it('lists every value, also of what is computed from other types', () => {
    const page = typeReference()
    for (const value of ['`TN`', '`zh-Hant`', '`zipcode`', '`Mx`', '`upstream_busy`', '`settings_unavailable`'])
      expect(page).toContain(value)
    for (const row of ['| `form.heading` | Register to vote |', '| `months.11` | December |', '| `status.none` | '])
      expect(page).toContain(row)
  })
})
