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
import { statusEn } from '../../src/form/locales/status-en.ts'
import { formErrors } from '../../src/form/widget/flow/form-error-code.ts'
import { prefillable } from '../../src/form/widget/form/prefill-names.ts'
import { markdownTable } from './page-blocks.ts'

const top = fileURLToPath(new URL('../../src', import.meta.url))
const read = (file: string) => readFileSync(path.join(top, file), 'utf8')
const code = (text: string) => `\`${text}\``
const list = (values: readonly string[]) => values.map(code).join(' ')
const options = 'form/widget/options.ts'

/** Each type by name: where it is declared, and what is written in place of its declaration or beside it. */
const types: Readonly<Record<string, { file: string; instead?: string; values?: () => string }>> = {
  Appearance: { file: options },
  Catalogue: { file: 'form/locales/catalogue.ts' },
  Diagnosis: { file: 'form/element/diagnose.ts' },
  DiagnosisCheck: { file: 'form/element/diagnose.ts' },
  ElementEventDetail: { file: 'form/element/element-events.ts' },
  ElementEventDetails: { file: 'form/element/element-events.ts', instead: 'See [Events](events.md).' },
  ElementOptions: { file: 'form/element/element-options.ts' },
  EventDetail: { file: options },
  FormErrorCode: { file: 'form/widget/flow/form-error-code.ts', values: errorCodes },
  FormLayout: { file: 'form/widget/form/form-steps.ts' },
  FormStep: {
    file: 'form/widget/form/form-steps.ts',
    instead: 'Values: `state` `name` `address` `contact`, and `page` `review`.',
  },
  HeadingLevel: { file: options },
  Kiosk: { file: 'form/widget/idle-seconds.ts' },
  LanguageCode: { file: 'contract/languages.ts', instead: `Values: ${list(languageCodes)}` },
  LinkTarget: { file: options },
  Locale: { file: options },
  MessageKey: { file: 'form/locales/catalogue.ts', instead: messageKeys() },
  Plural: { file: 'form/locales/catalogue.ts' },
  Prefill: { file: options },
  PrefillField: { file: options, instead: `Values: ${list(prefillable)}` },
  RequestField: { file: 'contract/request-fields.ts', instead: `Values: ${list(requestFields)}` },
  ResetReason: { file: options },
  SiteStatusOptions: { file: 'form/element/site-status-element.ts', instead: 'See [its attributes](site-status.md).' },
  StateCode: { file: 'contract/states.ts', instead: `Values: ${list(stateCodes)}` },
  StateFactsOptions: { file: 'form/widget/panel-options.ts' },
  StateName: { file: options },
  Status: { file: options },
  ThemeToken: { file: 'contract/theme-tokens.ts', instead: `Values: ${list(themeTokens)}` },
  Title: { file: 'contract/request-fields.ts', instead: `Values: ${list(titles)}` },
  Tracking: { file: 'contract/campaign.ts' },
  VoterRegistrationCallbacks: { file: options, instead: 'See [Events](events.md).' },
  VoterRegistrationEventMap: { file: 'form/element/element-events.ts' },
  VoterRegistrationHandle: { file: options },
  VoterRegistrationOptions: { file: options, instead: 'See [Props](react.md#props).' },
  VoterRegistrationProps: {
    file: 'form/widget/voter-registration-props.ts',
    instead: 'See [Props](react.md#props) and [Events](events.md).',
  },
  VoterSiteStatusProps: {
    file: 'form/widget/uptime/site-status-root.tsx',
    instead: 'The options of `SiteStatusOptions`, and `id`, `className`, `style`.',
  },
  VoterStateFactsProps: {
    file: 'form/widget/facts/state-facts-root.tsx',
    instead: 'The options of `StateFactsOptions`, and `id`, `className`, `style`.',
  },
}

/** The names of the types on the page. */
export const documentedTypes: readonly string[] = Object.keys(types)

/** Returns a type as a link to its heading; any other text as code. */
export const linkedType = (text: string): string =>
  Object.hasOwn(types, text) ? `[${code(text)}](types.md#${text.toLowerCase()})` : code(text)

/** Returns the sections of the page, a heading for each type. */
export function typeReference(): string {
  const sections = Object.entries(types).map(([name, { file, instead, values }]) => {
    const { says, written } = declarationOf(read(file), name)
    return [`## ${name}`, says, instead ?? `\`\`\`text\n${written}\n\`\`\``, values?.() ?? '']
      .filter((part) => part !== '')
      .join('\n\n')
  })
  return sections.join('\n\n')
}

/**
 * Returns the docstring of an exported type, and its declaration.
 *
 * @throws Error when the source does not declare it
 */
function declarationOf(source: string, name: string): { says: string; written: string } {
  const pattern = new RegExp(
    `(?:/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\n)?^export ((?:interface|type) ${name}\\b[\\s\\S]*?)\\n(?=\\n|$(?![\\s\\S]))`,
    'm',
  )
  const [, says = '', written = ''] = pattern.exec(source) ?? []
  if (written === '') throw new Error(`There is no type ${name}.`)
  const whole = written.startsWith('interface') ? wholeInterface(source, name) : written
  return { says: says.replaceAll(/\n\s*\*\s?/g, '\n').trim(), written: whole }
}

/** Returns an interface up to its closing brace: it may have empty lines. */
const wholeInterface = (source: string, name: string): string =>
  new RegExp(`^export (interface ${name}\\b[\\s\\S]*?^\\}|interface ${name}\\b.*\\{\\}$)`, 'm').exec(source)?.[1] ?? ''

function errorCodes(): string {
  const own = markdownTable(
    ["The form's own", 'What happened'],
    Object.entries(formErrors).map(([name, says]) => [code(name), says]),
  )
  return `${own}\n\nThe BFF's ([what they mean](bff-api.md)): ${list(problemCodes)}`
}

function messageKeys(): string {
  const rows = [...texts(en), ...texts(factsEn, 'facts.'), ...texts(statusEn, 'status.')]
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
