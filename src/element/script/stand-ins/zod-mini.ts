/** Stands in for `zod/mini` in the script files: the part of it that their schemas are written with, in a tenth of its
 *  bytes. Everywhere else zod is zod. A test holds each schema of the script files to zod's own results and issues, and
 *  `.ci/tsconfig.stand-ins.json` compiles their sources against this, so what is missing here fails there. */

/** zod's own pattern: a test holds it to that. */
export const regexes = {
  email: /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/,
}

/** What is wrong at a place of a value: what our code reads of zod's issues. */
export type Issue = { path: PropertyKey[]; message: string } & (
  | { code: 'unrecognized_keys'; keys: string[] }
  | { code: 'invalid_type' | 'invalid_value' | 'invalid_format' | 'invalid_union' | 'too_big' | 'too_small' | 'custom' }
)

/** What comes of reading a value. */
export type Result<Output> =
  | { success: true; data: Output; error?: never }
  | { success: false; data?: never; error: { issues: Issue[] } }

/** An issue on its way. Unless it may `continue`, no further check of the same value is made. */
interface RawIssue {
  code: Issue['code']
  input: unknown
  message?: string
  path?: PropertyKey[]
  keys?: string[]
  continue?: boolean
}

/** A value with what was found wrong with it. */
interface Payload {
  value: unknown
  issues: RawIssue[]
}

/** One of the checks that a schema makes when the value is of the right kind. */
interface Check<Value> {
  run(payload: { value: Value; issues: RawIssue[] }): void
  /** The words for its issues that have none. */
  error?: Say | undefined
  /** It only asks for a length: it is made although others have failed. */
  isOfLength?: boolean
  max?: number
}

/** The words for an issue. */
type Say = (issue: { input?: unknown }) => string
/** How a schema or a check is told them. */
interface Told {
  error?: string | Say
}

type Read = (payload: Payload, checks: readonly Check<never>[]) => Payload

/** What a schema knows beside how it reads. */
interface Traits {
  error?: Say | undefined
  /** Whether the key it stands under may be missing. */
  isOptional?: boolean
  values?: readonly unknown[]
  shape?: Shape
}

/** A schema. Its methods are zod's. */
export class ZodMiniType<Output = unknown> {
  /** Only for the compiler. */
  declare readonly output: Output
  readonly traits: Traits
  readonly #read: Read
  readonly #checks: readonly Check<never>[]

  constructor(read: Read, traits: Traits, checks: readonly Check<never>[] = []) {
    this.#read = read
    this.traits = traits
    this.#checks = checks
  }

  get shape(): Shape {
    return this.traits.shape ?? {}
  }

  /** Reads a value. */
  safeParse(value: unknown): Result<Output> {
    const { value: data, issues } = this.run({ value, issues: [] })
    if (issues.length === 0) return { success: true, data: data as Output }
    const said = issues.map(({ code, keys, path = [], message = standard }) => ({
      code,
      path,
      message,
      ...(keys && { keys }),
    }))
    return { success: false, error: { issues: said as Issue[] } }
  }

  /** Reads a value; throws when something is wrong with it. */
  parse(value: unknown): Output {
    const { success, data, error } = this.safeParse(value)
    if (success) return data
    throw new Error(error.issues.map(({ code, path }) => `${path.map(String).join('.')}: ${code}`).join('; '))
  }

  /** The same schema with further checks. */
  check(...checks: Check<Output>[]): this {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing derives from this class.
    return new ZodMiniType<Output>(this.#read, this.traits, [...this.#checks, ...checks]) as this
  }

  /** @internal Reads a value on its way. */
  run(payload: Payload): Payload {
    const read = this.#read(payload, this.#checks)
    const { issues } = read
    let isOver = issues.some(stops)
    for (const check of this.#checks) {
      if (check.isOfLength ? issues.some((issue) => issue.continue === false) || !hasLength(read.value) : isOver)
        continue
      const before = issues.length
      check.run(read as never)
      for (const issue of issues.slice(before)) {
        say(issue, check.error ?? this.traits.error)
        isOver ||= stops(issue)
      }
    }
    return read
  }
}

/** What a schema reads. */
type OutputOf<Schema extends ZodMiniType> = Schema['output']

export type { OutputOf as infer }

/** The schemas of an object's keys. */
type Shape = Readonly<Record<string, ZodMiniType>>

/** An object with these keys. */
export interface ZodMiniObject<Of extends Shape, Others = unknown> extends ZodMiniType<Simple<ObjectOf<Of> & Others>> {
  readonly shape: Of
}

/** A key that may be missing. */
export interface ZodMiniOptional<Output> extends ZodMiniType<Output | undefined> {
  readonly mayBeMissing: true
}

type OptionalKey<Of extends Shape> = {
  [Key in keyof Of]: Of[Key] extends ZodMiniOptional<unknown> ? Key : never
}[keyof Of]
type ObjectOf<Of extends Shape> = { -readonly [Key in Exclude<keyof Of, OptionalKey<Of>>]: OutputOf<Of[Key]> } & {
  -readonly [Key in OptionalKey<Of>]?: OutputOf<Of[Key]>
}
type Simple<Type> = { [Key in keyof Type]: Type[Key] } & {}

const standard = 'Invalid input'

function stops(issue: RawIssue): boolean {
  return issue.continue !== true
}

function hasLength(value: unknown): value is { length: number } {
  return value !== undefined && value !== null && (value as { length?: number }).length !== undefined
}

function say(issue: RawIssue, error: Say | undefined): void {
  if (!issue.message && error) issue.message = error(issue)
}

function sayer(told: Told | undefined): Say | undefined {
  const error = told?.error
  return typeof error === 'string' ? () => error : error
}

/** Makes a schema that finds an issue, or none. */
function schemaOf<Output>(
  told: Told | undefined,
  code: RawIssue['code'],
  isRight: (value: unknown) => boolean,
  read?: Read,
  traits?: Traits,
): ZodMiniType<Output> {
  const error = sayer(told)
  return new ZodMiniType<Output>(
    (payload, checks) => {
      if (isRight(payload.value)) return read ? read(payload, checks) : payload
      const issue: RawIssue = { code, input: payload.value }
      say(issue, error)
      payload.issues.push(issue)
      return payload
    },
    { ...traits, error },
  )
}

const typed = <Output>(told: Told | undefined, type: string) =>
  schemaOf<Output>(told, 'invalid_type', (value) => typeof value === type)

/** A text. */
// @__NO_SIDE_EFFECTS__
export function string(told?: Told): ZodMiniType<string> {
  return typed(told, 'string')
}

/** `true` or `false`. */
// @__NO_SIDE_EFFECTS__
export function boolean(told?: Told): ZodMiniType<boolean> {
  return typed(told, 'boolean')
}

/** A finite number. */
// @__NO_SIDE_EFFECTS__
export function number(told?: Told): ZodMiniType<number> {
  return schemaOf(told, 'invalid_type', Number.isFinite)
}

/** Anything. */
// @__NO_SIDE_EFFECTS__
export function unknown(): ZodMiniType {
  return new ZodMiniType((payload) => payload, {})
}

const oneOf = <Output>(values: readonly Output[], told: Told | undefined) =>
  schemaOf<Output>(told, 'invalid_value', (value) => values.includes(value as Output), undefined, { values })

/** This very value. */
// @__NO_SIDE_EFFECTS__
export function literal<const Value extends string | boolean>(value: Value, told?: Told): ZodMiniType<Value> {
  return oneOf([value], told)
}

// @__NO_SIDE_EFFECTS__
function oneOfThese<const Value extends string>(values: readonly Value[], told?: Told): ZodMiniType<Value> {
  return oneOf(values, told)
}

export { oneOfThese as enum }

/** A value, or nothing. */
// @__NO_SIDE_EFFECTS__
export function optional<Output>(inner: ZodMiniType<Output>): ZodMiniOptional<Output> {
  const made = new ZodMiniType<Output | undefined>(
    (payload) => (payload.value === undefined ? payload : inner.run(payload)),
    { isOptional: true },
  )
  return made as ZodMiniOptional<Output>
}

/** A value, or `null`. */
// @__NO_SIDE_EFFECTS__
export function nullable<Output>(inner: ZodMiniType<Output>): ZodMiniType<Output | null> {
  return new ZodMiniType<Output | null>((payload) => (payload.value === null ? payload : inner.run(payload)), {
    isOptional: inner.traits.isOptional === true,
  })
}

/** Reads what stands under a key, and puts it there. */
function member(schema: ZodMiniType, key: PropertyKey, from: object, into: Payload): void {
  const isPresent = key in from
  const isOptional = schema.traits.isOptional === true
  if (!isPresent && isOptional) return
  const { value, issues } = schema.run({ value: (from as Record<PropertyKey, unknown>)[key], issues: [] })
  for (const issue of issues) into.issues.push({ ...issue, path: [key, ...(issue.path ?? [])] })
  if (isPresent) (into.value as Record<PropertyKey, unknown>)[key] = value
  // `unknown` takes everything, but not a key that is not there.
  else if (issues.length === 0) into.issues.push({ code: 'invalid_type', input: undefined, path: [key] })
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @param others the schema of keys that are not in the shape; `null` refuses them, without it they are left out */
function objectOf(shape: Shape, others?: ZodMiniType | null): ZodMiniObject<never, never> {
  const read: Read = (payload) => {
    const from = payload.value as object
    payload.value = {}
    for (const key of Object.keys(shape)) member(shape[key] as ZodMiniType, key, from, payload)
    if (others === undefined) return payload
    const keys: string[] = []
    for (const key in from) {
      if (Object.hasOwn(shape, key)) continue
      if (others === null) keys.push(key)
      else if (key !== '__proto__') member(others, key, from, payload)
    }
    if (keys.length > 0) payload.issues.push({ code: 'unrecognized_keys', input: from, keys, continue: true })
    return payload
  }
  return schemaOf(undefined, 'invalid_type', isObject, read, { shape }) as ZodMiniObject<never, never>
}

/** An object; other keys are left out. */
// @__NO_SIDE_EFFECTS__
export function object<Of extends Shape>(shape: Of): ZodMiniObject<Of> {
  return objectOf(shape)
}

/** An object without other keys. */
// @__NO_SIDE_EFFECTS__
export function strictObject<Of extends Shape>(shape: Of): ZodMiniObject<Of> {
  return objectOf(shape, null)
}

/** An object whose other keys pass. */
// @__NO_SIDE_EFFECTS__
export function looseObject<Of extends Shape>(shape: Of): ZodMiniObject<Of, Record<string, unknown>> {
  return objectOf(shape, unknown())
}

/** An object whose other keys have a schema too. */
// @__NO_SIDE_EFFECTS__
export function catchall<Of extends Shape, Other>(
  schema: ZodMiniObject<Of>,
  others: ZodMiniType<Other>,
): ZodMiniObject<Of, Record<string, Other>> {
  return objectOf(schema.shape, others)
}

/** An object with some keys more, or others; unknown ones are left out. */
// @__NO_SIDE_EFFECTS__
export function extend<Of extends Shape, More extends Shape>(
  schema: ZodMiniObject<Of>,
  more: More,
): ZodMiniObject<Omit<Of, keyof More> & More> {
  return objectOf({ ...schema.shape, ...more })
}

/** An object with any keys. */
// @__NO_SIDE_EFFECTS__
export function record<Value>(
  _key: ZodMiniType<string>,
  values: ZodMiniType<Value>,
): ZodMiniType<Record<string, Value>> {
  return objectOf({}, values)
}

/** A list. */
// @__NO_SIDE_EFFECTS__
export function array<Item>(item: ZodMiniType<Item>): ZodMiniType<Item[]> {
  return schemaOf(undefined, 'invalid_type', Array.isArray, (payload, checks) => {
    const from = payload.value as unknown[]
    // A list that is too long is not read.
    for (const check of checks) {
      if (check.max === undefined || from.length <= check.max) continue
      check.run(payload as never)
      for (const issue of payload.issues) issue.continue = false
      return payload
    }
    payload.value = []
    for (const index of from.keys()) member(item, index, from, payload)
    return payload
  })
}

/** The first of the schemas that takes the value. */
// @__NO_SIDE_EFFECTS__
export function union<const Options extends readonly ZodMiniType[]>(
  options: Options,
): ZodMiniType<OutputOf<Options[number]>> {
  return new ZodMiniType<OutputOf<Options[number]>>(
    (payload) => {
      const read = options.map((option) => option.run({ value: payload.value, issues: [] }))
      const right = read.find(({ issues }) => issues.length === 0)
      const [nearly, ...others] = read.filter(({ issues }) => !issues.some(stops))
      if (right !== undefined) return right
      if (nearly !== undefined && others.length === 0) return nearly
      payload.issues.push({ code: 'invalid_union', input: payload.value })
      return payload
    },
    { isOptional: options.some(({ traits }) => traits.isOptional) },
  )
}

/** The object whose literal under a key is the value's. */
// @__NO_SIDE_EFFECTS__
export function discriminatedUnion<const Options extends readonly ZodMiniObject<Shape>[]>(
  key: string,
  options: Options,
): ZodMiniType<OutputOf<Options[number]>> {
  return schemaOf(undefined, 'invalid_type', isObject, (payload) => {
    const said = (payload.value as Record<string, unknown>)[key]
    const option = options.find(({ shape }) => shape[key]?.traits.values?.includes(said))
    if (option !== undefined) return option.run(payload)
    payload.issues.push({ code: 'invalid_union', input: payload.value, path: [key] })
    return payload
  })
}

// @__NO_SIDE_EFFECTS__
function checkBy<Value>(run: Check<Value>['run']): Check<Value> {
  return { run }
}

export { checkBy as check }

/** Refuses what is not as it should be. */
// @__NO_SIDE_EFFECTS__
export function refine<Value>(isRight: (value: Value) => boolean, told?: Told): Check<Value> {
  return refuse('custom', isRight, sayer(told))
}

const refuse = <Value>(code: Issue['code'], isRight: (value: Value) => boolean, error?: Say): Check<Value> => ({
  run: ({ value, issues }) => {
    if (!isRight(value)) issues.push({ code, input: value, continue: true })
  },
  error,
})

/** Refuses what a pattern does not match. */
// @__NO_SIDE_EFFECTS__
export function regex(pattern: RegExp): Check<string> {
  return refuse('invalid_format', (value) => pattern.test(value))
}

/** Goes on with another value. */
// @__NO_SIDE_EFFECTS__
export function overwrite<Value>(change: (value: Value) => Value): Check<Value> {
  return {
    run: (payload) => {
      payload.value = change(payload.value)
    },
  }
}

/** Goes on without the white space around a text. */
// @__NO_SIDE_EFFECTS__
export function trim(): Check<string> {
  return overwrite((value) => value.trim())
}

/** A text counts by code points. */
const lengthOf = (value: string | readonly unknown[]) => Array.from(value).length

/** Refuses what is shorter. */
// @__NO_SIDE_EFFECTS__
export function minLength(least: number): Check<string | readonly unknown[]> {
  return { ...refuse('too_small', (value) => lengthOf(value) >= least), isOfLength: true }
}

/** Refuses what is longer. */
// @__NO_SIDE_EFFECTS__
export function maxLength(max: number): Check<string | readonly unknown[]> {
  return { ...refuse('too_big', (value) => lengthOf(value) <= max), isOfLength: true, max }
}
