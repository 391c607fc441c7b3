import { describe, expect, it } from 'vitest'
import { collect, filterByLanguage, searchGroups, slug } from './collect.ts'

const render = () => null

describe('the gallery', () => {
  it('groups examples by component, each with an address of its own', () => {
    const groups = collect({
      '../src/form/widget/boundary.examples.tsx': {
        examples: [
          { name: 'two errors', render },
          { name: 'Español, dark', render },
        ],
      },
      '../src/form/widget/inputs/text-field.examples.tsx': { examples: [{ name: 'empty', render }] },
    })
    expect(groups.map(({ folder, name, examples }) => [folder, name, ...examples.map(({ id }) => id)])).toEqual([
      ['', 'boundary', 'boundary/two-errors', 'boundary/espanol-dark'],
      ['inputs', 'text-field', 'text-field/empty'],
    ])
  })

  it('finds components and examples by words of either, in any order', () => {
    const groups = collect({
      'widget/inputs/text-field.examples.tsx': {
        examples: [
          { name: 'empty', render },
          { name: 'with an error', render },
        ],
      },
      'widget/screens/answer.examples.tsx': { examples: [{ name: 'with an error', render }] },
    })
    const ids = (search: string) => searchGroups(groups, search).flatMap(({ examples }) => examples.map(({ id }) => id))
    expect(ids('Error text')).toEqual(['text-field/with-an-error'])
    expect(ids('error')).toEqual(['text-field/with-an-error', 'answer/with-an-error'])
    expect(ids('nothing like it')).toEqual([])
    expect(ids(' ')).toHaveLength(3)
  })

  it('shows one language alone', () => {
    const groups = collect({
      'widget/a.examples.tsx': {
        examples: [
          { name: 'empty', render },
          { name: 'empty, Spanish', render },
          { name: 'empty, Arabic', render },
        ],
      },
      'widget/b.examples.tsx': { examples: [{ name: 'empty', render }] },
    })
    const ids = (language: string) =>
      filterByLanguage(groups, language).flatMap(({ examples }) => examples.map(({ id }) => id))
    expect(ids('auto')).toEqual(['a/empty', 'a/empty-spanish', 'a/empty-arabic', 'b/empty'])
    expect(ids('en')).toEqual(['a/empty', 'b/empty'])
    expect(ids('es')).toEqual(['a/empty-spanish'])
    expect(ids('ar')).toEqual(['a/empty-arabic'])
    expect(ids('fr')).toEqual([])
  })

  it.each([
    ['Two errors, Spanish', 'two-errors-spanish'],
    ['  256 characters! ', '256-characters'],
  ])('writes "%s" as %s in an address', (name, expected) => {
    expect(slug(name)).toBe(expected)
  })
})
