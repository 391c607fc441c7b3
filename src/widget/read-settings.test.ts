/** The readers by hand take and refuse what the schemas take and refuse, and make the same of it. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Settings } from '../contract/bff-api.ts'
import { WordingTranslation } from '../contract/messages.ts'
import { catalogues } from '../locales/catalogues.ts'
import { randomRuns } from '../testing/random-runs.ts'
import { theSettings } from '../testing/samples.ts'
import { seed } from '../testing/seed.ts'
import { readSettings, readTranslation } from './read-settings.ts'

const runs = randomRuns(2000)

/** What stands in place of a value, or `gone`: the member is left out. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    'gone',
    null,
    true,
    false,
    0,
    '',
    ' \n ',
    ' text ',
    [],
    {},
    ['a'],
    [1],
    'javascript:alert(1)',
    'http://a.example/',
    'https://a.example/',
    'http://localhost:1/',
    '{terms}',
    ' {privacy} and {terms}',
    '{terms}\n{privacy}',
    'en-1',
    'en 1',
    'x'.repeat(65),
  ),
  fc.string(),
  fc.jsonValue(),
)

/** Every place of a value, as paths. */
function places(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]]
  const inside = Object.entries(value).flatMap(([key, one]) => places(one, [...path, key]))
  return path.length === 0 ? inside : [[...path], ...inside]
}

/** The value with another in one place; a new member where there is none. */
function changed(value: unknown, [key = '', ...rest]: readonly string[], by: unknown): unknown {
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }
  const next = rest.length === 0 ? by : changed((copy as Record<string, unknown>)[key], rest, by)
  // JSON knows no list with a hole in it.
  if (next === 'gone' && !Array.isArray(copy)) Reflect.deleteProperty(copy, key)
  else Reflect.set(copy, key, next)
  return copy
}

function bothAgreeOn(samples: readonly object[], byHand: (value: unknown) => unknown, bySchema: typeof byHand): void {
  const change = fc.constantFrom(...samples).chain((sample) =>
    fc.record({
      sample: fc.constant(sample),
      places: fc.array(fc.tuple(fc.constantFrom(...places(sample), ['new'], ['wording', 'fr']), odd), { maxLength: 3 }),
    }),
  )
  fc.assert(
    fc.property(change, ({ sample, places: where }) => {
      let value: unknown = structuredClone(sample)
      for (const [path, by] of where) {
        try {
          value = changed(value, path, by)
        } catch {
          // The place has gone with one before it.
        }
      }
      // As it comes over the wire: JSON knows no list with members of other names.
      const told: unknown = JSON.parse(JSON.stringify(value))
      expect(byHand(told)).toEqual(bySchema(told))
    }),
    { numRuns: runs, seed },
  )
}

const orNothing = (read: (value: unknown) => unknown) => (value: unknown) => {
  try {
    return read(value)
  } catch {
    return undefined
  }
}

describe(`what is read by hand (seed ${seed})`, () => {
  it('are the settings that the schema reads, and no others', () => {
    const site = { url: 'https://vote.example/' }
    const whole = { ...theSettings(), official_site: site, least_form_version: '0.2.0' }
    bothAgreeOn([theSettings(), whole], orNothing(readSettings), (value) => Settings.safeParse(value).data)
  })

  it('are the translations that the schema reads, and no others', () => {
    const translations = catalogues.flatMap(({ wording }) => wording ?? [])
    expect(translations.length).toBeGreaterThan(0)
    bothAgreeOn(translations, readTranslation, (value) => WordingTranslation.safeParse(value).data)
  })

  it.each([undefined, null, '', 0, [], 'text', {}])('is refused when it is %j', (value) => {
    expect(() => readSettings(value)).toThrow(TypeError)
    expect(readTranslation(value)).toBeUndefined()
  })
})
