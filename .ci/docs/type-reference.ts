/** Writes the page of types from the source: each with its docstring, its declaration, and the values of what it is made of. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { problemCodes } from '../../src/contract/bff-api.ts'
import { languageCodes } from '../../src/contract/languages.ts'
import { requestFields, titles } from '../../src/contract/request-fields.ts'
import { stateCodes } from '../../src/contract/states.ts'
import { themeTokens } from '../../src/contract/theme-tokens.ts'
import { en } from '../../src/form/locales/en.ts'
import { factsEn } from '../../src/form/locales/facts-en.ts'
import { prefillable } from '../../src/form/widget/form/prefill-names.ts'
import { code, markdownTable } from './page-blocks.ts'

const top = fileURLToPath(new URL('../../src', import.meta.url))
const read = (file: string) => readFileSync(path.join(top, file), 'utf8')
const list = (values: readonly string[]) => values.map(code).join(' ')

/** The entry points of the form's package: what a page imports, and the file. */
const entryPoints = Object.entries({
  'voter-registration': 'form/react.ts',
  'voter-registration/element': 'form/element.ts',
  'voter-registration/element/class': 'form/element-class.ts',
  'voter-registration/state-facts': 'form/state-facts.ts',
}).map(([name, file]) => {
  const exported = [...read(file).matchAll(/^export type \{([^}]*)\}/gm)]
  return { name, file, types: exported.flatMap(([, names = '']) => names.split(/[,\s]+/).filter(Boolean)) }
})

/** The names of the types on the page: all that the entry points export. */
const documentedTypes = [...new Set(entryPoints.flatMap(({ types }) => types))].sort()

/** What is written in place of a declaration. */
const instead: Readonly<Record<string, string>> = {
  ElementEventDetails: 'See [Events](events.md).',
  FormErrorCode: `The form's own are in [Events](events.md); the BFF's ([what they mean](bff-api.md)): ${list(problemCodes)}`,
  FormStep: 'Values: `state` `name` `address` `contact`, and `page` `review`.',
  LanguageCode: `Values: ${list(languageCodes)}`,
  MessageKey: messageKeys(),
  PrefillField: `Values: ${list(prefillable)}`,
  RequestField: `Values: ${list(requestFields)}`,
  StateCode: `Values: ${list(stateCodes)}`,
  ThemeToken: `Values: ${list(themeTokens)}`,
  Title: `Values: ${list(titles)}`,
  VoterRegistrationCallbacks: 'See [Events](events.md).',
  VoterRegistrationOptions: 'See [Props](react.md#props).',
  VoterRegistrationProps: 'See [Props](react.md#props) and [Events](events.md).',
  VoterStateFactsProps: 'The options of `StateFactsOptions`, and `id`, `className`, `style`.',
}

/** Returns a type as a link to its heading; any other text as code. */
export const linkedType = (text: string): string =>
  documentedTypes.includes(text) ? `[${code(text)}](types.md#${text.toLowerCase()})` : code(text)

/** Returns the sections of the page, a heading for each type. */
export function typeReference(): string {
  const sections = documentedTypes.map((name) => {
    const sources = entryPoints.filter(({ types }) => types.includes(name))
    const { docstring, written } = findDeclaration(sources[0]?.file ?? '', name)
    return [
      `## ${name}`,
      `From ${sources.map((source) => code(source.name)).join(' or ')}.`,
      docstring,
      instead[name] ?? `\`\`\`text\n${written}\n\`\`\``,
    ]
      .filter((part) => part !== '')
      .join('\n\n')
  })
  return sections.join('\n\n')
}

/** Returns the docstring of an exported type, and its declaration: of the file, or of where the file takes the type from. */
function findDeclaration(file: string, name: string): { docstring: string; written: string } {
  const source = read(file)
  const comment = String.raw`(?:/\*\*((?:(?!\*/)[\s\S])*)\*/\n)?`
  // An interface ends with its brace and may have empty lines; a type ends before one.
  const declaration = String.raw`interface ${name}\b.*\{\}$|interface ${name}\b[\s\S]*?^\}|type ${name}\b[\s\S]*?(?=\n\n|\n$(?![\s\S]))`
  const [, docstring = '', written] = new RegExp(`${comment}^export (${declaration})`, 'm').exec(source) ?? []
  if (written !== undefined) return { docstring: docstring.replaceAll(/\n\s*\*\s?/g, '\n').trim(), written }
  const origin = new RegExp(`^(?:im|ex)port (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from '(.+)'`, 'm')
  const [, from] = origin.exec(source) ?? []
  if (from === undefined) throw new Error(`There is no type ${name} in ${file}.`)
  return findDeclaration(path.join(path.dirname(file), from), name)
}

function messageKeys(): string {
  const rows = [...texts(en), ...texts(factsEn, 'facts.')]
  return markdownTable(
    ['Key', 'In English'],
    rows.map(([key, text]) => [code(key), text.replaceAll(/[<*]/g, '\\$&')]),
  )
}

/** Returns the texts by dotted key; of one with plurals the last form. */
function texts(part: object, ahead = ''): [string, string][] {
  return Object.entries(part).flatMap(([name, text]: [string, unknown]): [string, string][] => {
    if (typeof text === 'string') return [[ahead + name, text]]
    if (typeof text !== 'object' || text === null) return []
    if ('other' in text && typeof text.other === 'string') return [[ahead + name, text.other]]
    return texts(text, `${ahead}${name}.`)
  })
}
