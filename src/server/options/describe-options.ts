/** Describes a table of options: the text of `--help`, and the tables of the documentation. */
import { fileVariable, type Option, type OptionsTable } from './option.ts'

/** The column heads of {@link optionRows}. */
export const optionHeads = ['Environment', 'Option', 'Default', 'What'] as const

/** Returns the rows of the table in the documentation, in Markdown. */
export function optionRows(table: OptionsTable): string[][] {
  return Object.entries(table).map(([key, option]) => {
    const { variable, orElse, orFile, name = key, what } = option
    const first = orFile === true ? `${code(variable)} or ${code(fileVariable(variable))}` : code(variable)
    const variables = orElse === undefined ? first : `${first}, else ${code(orElse)}`
    return [variables, name === '' ? '' : code(name), standardOf(option, code), what]
  })
}

/** Returns the variables, one per line, for `--help`. */
export function optionsHelp(table: OptionsTable): string {
  const width = Math.max(...Object.values(table).map(({ variable }) => variable.length))
  const lines = Object.values(table).map((option) => {
    const standard = standardOf(option, (text) => text)
    const file = option.orFile === true ? `; or ${fileVariable(option.variable)}: a file that holds it` : ''
    const what = option.what.replaceAll('`', '') + file
    return `  ${option.variable.padEnd(width)}  ${what}${standard === '' ? '' : ` [${standard}]`}`
  })
  return `${lines.join('\n')}\n`
}

function standardOf({ standard, otherwise, needed, read }: Option, show: (value: string) => string): string {
  if (needed !== undefined) return needed === 'always' ? 'required' : 'required against a real service'
  if (otherwise !== undefined) return otherwise
  if (typeof standard !== 'boolean') return standard === undefined ? '' : show(String(standard))
  const word = ['on', 'off', 'true', 'false'].find((each) => read(each) === standard)
  return show(word ?? String(standard))
}

const code = (text: string) => `\`${text}\``
