/** The stand-in says of every value what zod says: the script file takes and refuses what the React door does. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { $ZodTypes } from 'zod/v4/core'
import { titles } from '../../../contract/request-fields.ts'
import { anAnswer, aRequest, aResponse, aWholeRequest, aWording, theSettings } from '../../../testing/samples.ts'
import { seed } from '../../../testing/seed.ts'
import { emptyValues } from '../../../widget/form/form-values.ts'

/** The modules of the script files that are written with zod. */
function writtenWithZod(): string[] {
  const entries = readdirSync('src/element/script').filter((name) => /\.tsx?$/.test(name))
  const files = new Set([...entries.map((name) => `src/element/script/${name}`), 'src/hosted/browser/hydrate-page.tsx'])
  const found: string[] = []
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    if (/^import \* as z from 'zod\/mini'/m.test(text)) found.push(file)
    for (const [, place = ''] of text.matchAll(/(?:from|import) ?\(?'(\.[^'?]+\.tsx?)/g))
      files.add(path.join(file, '..', place))
  }
  return found
}

type Modules = Record<string, unknown>

/** What has a value read by a schema. */
type Read = (value: unknown) => unknown

interface Schema {
  safeParse: (value: unknown) => {
    success: boolean
    data?: unknown
    error?: { issues: readonly { code?: string; path: PropertyKey[]; message: string; keys?: string[] }[] }
  }
  parse: (value: unknown) => unknown
  check: (...checks: unknown[]) => Schema
  def: $ZodTypes['_zod']['def']
}

/** What all of them export. */
async function loadAll(): Promise<Modules> {
  vi.resetModules()
  const all: Modules = {}
  for (const file of writtenWithZod()) Object.assign(all, await import(path.resolve(file)))
  return all
}

const zod = { modules: await loadAll(), z: await import('zod/mini') }
vi.doMock('zod/mini', () => vi.importActual('./zod-mini.ts'))
const ours = { modules: await loadAll(), z: (await import('./zod-mini.ts')) as never as typeof zod.z }

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'safeParse' in value

/** What our code sees of it: whether it is right, the value as it was read, and where what is wrong. */
const seen = (schema: Schema): Read => {
  return (value) => {
    const { success, data, error } = schema.safeParse(value)
    const issues = error?.issues.map(({ code, path: place, message, keys }) => ({ code, place, message, keys }))
    return { success, data, issues }
  }
}

/** Every schema that is exported, and what reads with the ones that are not. */
function readers({ modules }: { modules: Modules }): Record<string, { schema: Schema; read: Read }> {
  const exported = Object.entries(modules).flatMap(([name, schema]) =>
    isSchema(schema) ? [[name, { schema, read: seen(schema) }] as const] : [],
  )
  const {
    formSchema,
    checkRequest,
    RegistrationRequest,
    readResponse,
    RegistrationResponse,
    readStateFacts,
    StateFacts,
  } = modules as Record<string, Schema & Read>
  const form = formSchema?.(() => ({ year: 2026, month: 3, day: 1 }))
  if (!isSchema(form)) throw new Error('formSchema makes no schema.')
  return {
    ...Object.fromEntries(exported),
    formSchema: { schema: form, read: seen(form) },
    checkRequest: { schema: RegistrationRequest as Schema, read: checkRequest as Read },
    readResponse: { schema: RegistrationResponse as Schema, read: readResponse as Read },
    readStateFacts: { schema: StateFacts as Schema, read: readStateFacts as Read },
  }
}

const oddTexts = [
  [...titles, '', ' ', ' a ', '1990-02-29', '2000-02-29', '02139', ' 02139 ', '+16175551234', '+15555555555'],
  ['ada@example.org', ' ada@example.org', 'ada@', 'https://example.org/', 'javascript:x', '{terms} {privacy}'],
  ['TN', 'MA', 'en-51c37c27', '2026-01-01T00:00:00Z', '2026-13-01T00:00:00Z', '\0', '\ud800', '😀'.repeat(256)],
  ['a'.repeat(257), '😀'.repeat(257), '6', '15', '1990'],
].flat()
const texts = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: 'binary', maxLength: 6 }))
const garbage = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(undefined, Number.NaN, Number.POSITIVE_INFINITY, JSON.parse('{"__proto__": {"a": 1}}')),
)

/** Values that a schema of zod's takes, and such that are nearly so: here and there something is missing, odd or too much. */
function valuesOf(schema: Schema, { nearly }: { nearly: boolean }): fc.Arbitrary<unknown> {
  const inner = (of: unknown) => valuesOf(of as Schema, { nearly })
  const right = ((): fc.Arbitrary<unknown> => {
    const { def } = schema
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others are not used, or fail here.
    switch (def.type) {
      case 'string':
        return texts
      case 'number':
        return fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
      case 'boolean':
        return fc.boolean()
      case 'literal':
        return fc.constantFrom(...def.values)
      case 'enum':
        return fc.constantFrom(...Object.values(def.entries))
      case 'never':
        return garbage
      case 'unknown':
        return fc.jsonValue({ maxDepth: 1 })
      case 'optional':
        return fc.oneof({ weight: 3, arbitrary: inner(def.innerType) }, fc.constant(undefined))
      case 'nullable':
        return fc.oneof({ weight: 3, arbitrary: inner(def.innerType) }, fc.constant(null))
      case 'array':
        return fc.array(inner(def.element), { maxLength: 3 })
      case 'union':
        return fc.oneof(...def.options.map(inner))
      case 'record':
        return fc.dictionary(texts, inner(def.valueType), { maxKeys: 3 })
      case 'object': {
        const shape = Object.fromEntries(Object.entries(def.shape).map(([key, of]) => [key, inner(of)]))
        const isOptional = (key: string) => (def.shape[key] as unknown as Schema).def.type === 'optional'
        const requiredKeys = Object.keys(shape).filter((key) => !isOptional(key))
        const whole = fc.record(shape, { requiredKeys })
        if (!nearly) return whole
        const lacking = fc.oneof({ weight: 4, arbitrary: whole }, fc.record(shape, { requiredKeys: [] }))
        const more = def.catchall === undefined ? garbage : fc.oneof(inner(def.catchall), garbage)
        return fc.oneof(
          { weight: 4, arbitrary: lacking },
          fc
            .tuple(lacking, fc.dictionary(texts, more, { maxKeys: 2 }))
            .map(([some, others]) => ({ ...others, ...some })),
        )
      }
      default:
        throw new Error(`Nothing makes values of the kind ${def.type}: teach this test.`)
    }
  })()
  return nearly ? fc.oneof({ weight: 12, arbitrary: right }, garbage) : right
}

const filledIn = {
  ...emptyValues,
  ...aRequest(),
  firstName: 'Ada',
  lastName: 'Sample',
  birthMonth: '2',
  birthDay: '3',
  birthYear: '1990',
  agree: true,
}
/** What is sent in earnest, and what comes back. */
const samples: readonly unknown[] = [
  [aRequest(), aWholeRequest(), aResponse(), anAnswer(), theSettings(), aWording(), { press: 'sealed' }],
  [{ ...aWording(), of: [], heading: 'Translation', note: 'The English text holds.' }],
  [emptyValues, filledIn, { ...filledIn, state: 'TN', title: 'Mx', birthDay: '30' }],
].flat()

const settings = {
  numRuns: Number(process.env.FUZZ_RUNS ?? 150),
  seed,
}

describe('the stand-in for zod/mini', () => {
  it('is tried with what goes between the form and the BFF, and with what the form asks of a voter', () => {
    const names = ['Settings', 'SealedAnswer', 'Problem', 'Challenge', 'ValidationError', 'Sites', 'WordingTranslation']
    expect(Object.keys(readers(zod))).toEqual(expect.arrayContaining([...names, 'StateFacts', 'Email', 'formSchema']))
    expect(zod.modules.Email).not.toHaveProperty('traits')
    expect(ours.modules.Email).toHaveProperty('traits')
  })

  it.each(Object.entries(readers(zod)))('reads every value as zod does: %s', (name, { schema, read }) => {
    const standIn = readers(ours)[name]
    let right = 0
    const holds = (value: unknown) => {
      const wanted = read(structuredClone(value))
      if (schema.safeParse(structuredClone(value)).success) right++
      expect(standIn?.read(structuredClone(value))).toStrictEqual(wanted)
    }
    fc.assert(fc.property(valuesOf(schema, { nearly: false }), holds), settings)
    fc.assert(fc.property(valuesOf(schema, { nearly: true }), holds), settings)
    fc.assert(fc.property(garbage, holds), settings)
    for (const value of samples) holds(value)
    expect(right).toBeGreaterThan(0)
  })

  it('has zod’s pattern of an e-mail address', () => {
    // A hyphen at the end of a set needs no escaping.
    const plain = (pattern: RegExp) => pattern.source.replaceAll('\\-', '-') + pattern.flags
    expect(plain(ours.z.regexes.email)).toBe(plain(zod.z.regexes.email))
  })

  it('throws where zod throws', () => {
    const settingsOf = ({ modules }: { modules: Modules }) => modules.Settings as Schema
    expect(() => settingsOf(zod).parse({})).toThrow()
    expect(() => settingsOf(ours).parse({})).toThrow('operator: invalid_type')
  })

  it('makes the checks of a value in the order and as far as zod does', () => {
    const both = [zod, ours].map(({ z }) => {
      const text = z.string({ error: 'text' })
      const list = z.array(z.object({ a: z.number() }))
      return [
        text.check(z.trim(), z.minLength(2), z.maxLength(3), z.regex(/^x/)),
        text.check(
          z.check(({ issues, value }) => void issues.push({ code: 'custom', message: 'first', input: value })),
          z.refine(() => false, { error: 'never asked' }),
          z.minLength(9),
        ),
        text.check(
          z.refine(() => false),
          z.refine(() => false, { error: 'second' }),
        ),
        list.check(z.minLength(1), z.maxLength(2)),
        z.union([z.string().check(z.refine((value) => value !== 'x')), z.number()]),
        z.union([z.optional(z.string()), z.object({ a: z.literal('b') })]),
        z.nullable(z.optional(z.enum(['a', 'b']))),
        z.strictObject({ a: z.unknown(), b: z.optional(z.unknown()) }).check(z.refine(() => false)),
        z.catchall(z.object({ a: z.boolean() }), z.string()),
        z.record(z.string(), z.number()),
      ] as unknown as Schema[]
    })
    const [theirs = [], standIns = []] = both
    const values: readonly unknown[] = [
      [
        '',
        ' x ',
        'xy',
        'xyzz',
        'abcd',
        '😀',
        '😀😀😀😀',
        7,
        null,
        undefined,
        true,
        {},
        { a: 'b' },
        { a: true, b: 'c' },
      ],
      [
        [],
        [{ a: 1 }],
        [{ a: 'b' }],
        [{}, {}, {}],
        [1, 2],
        { a: 1, b: 2, c: 3 },
        JSON.parse('{"a": 1, "__proto__": 2}'),
      ],
    ].flat()
    for (const [index, schema] of theirs.entries()) {
      for (const value of values) {
        expect(seen(standIns[index] as Schema)(value), `schema ${index}, ${JSON.stringify(value)}`).toStrictEqual(
          seen(schema)(value),
        )
      }
    }
  })
})
