/** Describes the options of a program: the text of `--help`, and the tables of the documentation. */
import * as z from 'zod/mini'
import { fileVariable, type Option, optionsIn, type Program } from './option.ts'

/** The column heads of {@link optionRows}. */
export const optionHeads = ['Environment', 'Option', 'Default', 'What'] as const

/**
 * Returns the rows of the table in the documentation, in Markdown.
 *
 * @param api the options of the package's function; the others are variables only
 */
export function optionRows(program: Program, api: Program = program): string[][] {
  const inApi = optionsIn(api).map(({ name }) => name)
  return optionsIn(program).map((option) => {
    const { name, variable = '', orElse, orFile, what, isForServe } = option
    const first = orFile === true ? `${code(variable)} or ${code(fileVariable(variable))}` : code(variable)
    const variables = orElse === undefined ? first : `${first}, else ${code(orElse)}`
    return [
      variables,
      inApi.includes(name) ? code(name) : '',
      leftOut(option, (value) => code(asText(value))),
      `${what}${readBy(isForServe)}`,
    ]
  })
}

const readBy = (isForServe = false) => (isForServe ? '; read by `serve` only' : '')

/** Returns what an option is, with its default, for `--help`. */
export function optionHelp(option: Option): string {
  const { variable = '', what, orFile } = option
  const standard = leftOut(option, asText)
  const file = orFile === true ? `; or ${fileVariable(variable)}: a file that holds it` : ''
  return `${what.replaceAll('`', '')}${file}${standard === '' ? '' : ` [${standard}]`}`
}

/** Returns what holds without an option: its default, or whether it is required. */
export function leftOut({ schema, otherwise, isForService }: Option, show: (value: unknown) => string): string {
  if (isForService === true) return 'required against a real service'
  if (otherwise !== undefined) return otherwise
  if (!schema.safeParse(undefined).success) return 'required'
  return schema instanceof z.ZodMiniDefault ? show(schema.def.defaultValue) : ''
}

/** A value as its variable has it. */
const asText = (value: unknown) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value))

const code = (text: string) => `\`${text}\``
