/** Checks options against their program, and says what is wrong with them. */
import * as z from 'zod/mini'
import { nearestName } from '../../contract/nearest-name.ts'
import { type Option, optionsIn, type Program, unwrapped } from './option.ts'

/** One problem of the options. */
export interface Problem {
  /** The option's name, or the path of a key in its value: `sms_program.monthly`. */
  option: string
  /** Continues the name of the option: `is missing. Set it to …`. Names another option as `{databaseUrl}`. Never holds a secret. */
  says: string
}

/**
 * Returns every problem of each option by itself; empty when there is none.
 *
 * @param options as a program, the environment or a file gave them
 */
export function problemsIn(program: Program, options: unknown): Problem[] {
  const issues = program.safeParse(options).error?.issues ?? []
  const known = optionsIn(program)
  const optionOf = ({ path }: z.core.$ZodIssue) => known.find(({ name }) => `${path.join('.')}.`.startsWith(`${name}.`))
  return [
    ...known.flatMap((option) =>
      explained(
        option,
        issues.filter((issue) => optionOf(issue) === option),
      ),
    ),
    ...issues.flatMap((issue) => problemsOf(issue, program, optionOf(issue))),
  ]
}

/** Returns the problem of a required option that is not set. */
export function missingProblem(program: Program, name: string): Problem {
  const option = optionsIn(program).find((one) => one.name === name)
  return { option: name, says: withAdvice('is missing', option) }
}

/** Returns the one problem of an option that explains itself. */
function explained(option: Option, issues: readonly z.core.$ZodIssue[]): Problem[] {
  const { name, explain } = option
  if (explain === undefined || issues.length === 0) return []
  const places = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path],
  )
  const inValue = places.map((place) => place.slice(name.split('.').length).join('.'))
  return [{ option: name, says: withAdvice(explain([...new Set(inValue)]), option) }]
}

/** Returns the problems of an issue. */
function problemsOf(issue: z.core.$ZodIssue, program: Program, of: Option | undefined): Problem[] {
  if (of?.explain !== undefined) return []
  const path = issue.path.map(String)
  const option = path.join('.')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const known = keysAt(program, path)
      const meant = nearestName(key, known)
      const todo = meant === undefined ? `Use ${namesFor(key, known).join(', ')}.` : `Did you mean ${meant}?`
      return { option: [...path, key].join('.'), says: `is not known. ${todo}` }
    })
  }
  return [{ option, says: withAdvice(issue.message, of?.name === option ? of : undefined) }]
}

/** Returns a message as sentences: one without a period at its end is followed by what the option is. */
function withAdvice(message: string, option: Option | undefined): string {
  if (message.endsWith('.')) return message
  if (option === undefined) return `${message}.`
  const inner = unwrapped(option.schema)
  const isWord = [z.ZodMiniBoolean, z.ZodMiniEnum, z.ZodMiniLiteral].some((kind) => inner instanceof kind)
  const phrase = option.what.replaceAll('`', '')
  return `${message}. ${isWord ? 'Use one of these words: it says' : 'Set it to'} ${phrase}.`
}

const partOf = (name: string) => name.split('.', 1).join('')

/** Returns the names to choose from: of dotted ones those in the part that a key begins with, else the parts. */
function namesFor(key: string, known: readonly string[]): readonly string[] {
  const inPart = known.filter((name) => name.includes('.') && partOf(name) === partOf(key))
  return inPart.length > 0
    ? inPart
    : [...new Set(known.map((name) => (name.includes('.') ? `${partOf(name)}.…` : name)))]
}

/** Returns the names of the keys that the object at a path may have. */
function keysAt(schema: unknown, [key, ...path]: readonly string[]): string[] {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodMiniArray && key !== undefined) return keysAt(inner.def.element, path)
  if (inner instanceof z.ZodMiniRecord) {
    const { keyType, valueType } = inner.def
    if (key !== undefined) return keysAt(valueType, path)
    return keyType instanceof z.ZodMiniEnum ? keyType.options.map(String) : []
  }
  if (!(inner instanceof z.ZodMiniObject)) return []
  return key === undefined ? Object.keys(inner.shape) : keysAt(inner.shape[key], path)
}

/** Returns a problem as a sentence for somebody who writes a program: `port (PORT) is …`. */
export function programSentence({ option, says }: Problem, program: Program): string {
  const named = (name: string) => {
    const variable = optionsIn(program).find((one) => one.name === name)?.variable
    return variable === undefined ? name : `${name} (${variable})`
  }
  return `${named(option)} ${withNames(says, program, named)}`
}

/** Returns the sentence with the names of other options as the reader knows them. */
export function withNames(says: string, program: Program, named: (option: string) => string): string {
  const known = optionsIn(program)
  return says.replaceAll(/\{([\w.]+)\}/g, (all, name: string) =>
    known.some((one) => one.name === name) ? named(name) : all,
  )
}
