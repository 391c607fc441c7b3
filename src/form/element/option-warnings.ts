/** Warns about unknown and invalid options, with the allowed values. */
import { languageCodes } from '../../contract/languages.ts'
import { prefillable } from '../widget/form/prefill-names.ts'
import { shortestIdle } from '../widget/options.ts'
import {
  densities,
  getPropertyKind,
  type OptionKind,
  type OptionTable,
  parseOption,
  readElementOptions,
  themes,
  toText,
} from './options.ts'

export interface OptionSource {
  element: Element
  properties: object
  /** Logs a warning to the console, once. */
  warn: (message: string) => void
}

const allowedValues: Readonly<Record<Extract<OptionKind, string>, string>> = {
  text: 'text',
  flag: 'true, false',
  json: 'a JSON object',
  appearance: `JSON with theme (${themes.join(', ')}), density (${densities.join(', ')}), variables (an object)`,
  address: 'an http(s) address',
  locale: `auto, or one of ${languageCodes.join(', ')}`,
  languages: `none, or some of ${languageCodes.join(' ')}`,
  fields: `names of ${prefillable.join(' ')}`,
  kiosk: `seconds, ${shortestIdle} or more`,
}

export function readOptionsWithWarnings(
  table: OptionTable,
  { element, properties, warn }: OptionSource,
): Record<string, unknown> {
  const attributes = Object.keys(table)
  const common = attributes.filter((name) => !/^utm_|^data-.*-/.test(name)).join(', ')
  for (const name of findUnknownAttributes(element, attributes))
    warn(`${name} is unknown, so it is ignored. Use ${common}.`)
  for (const [name, { kind }] of Object.entries(table))
    for (const part of findInvalidParts(name, kind, element.getAttribute(name)))
      warn(`${name}="${part}" is invalid, so it ${describeResult(kind)}. Use ${describeKind(kind)}.`)
  for (const [name, value] of Object.entries(properties)) {
    const kind = getPropertyKind(table, name)
    if (kind === undefined) continue
    for (const part of findInvalidParts(name, kind, value))
      warn(`${name} = ${part} is invalid, so it ${describeResult(kind)}. Use ${describeKind(kind)}.`)
  }
  return readElementOptions(table, element, properties)
}

/** Returns the invalid parts of a value, with `…` in place of personal data. */
function findInvalidParts(name: string, kind: OptionKind, input: unknown): string[] {
  if (input === null || input === undefined) return []
  const text = toText(input).trim()
  const value = parseOption(kind, input)
  if (value === undefined) return [name === 'prefill' ? '…' : text]
  if (kind === 'kiosk') return value !== true || text === '' || text === 'true' ? [] : [text]
  if (kind === 'appearance') return Object.keys(Object(value)).filter((key) => !/^(theme|density|variables)$/.test(key))
  const unknown = Array.isArray(value) ? text.split(/[\s,]+/).filter((word) => !value.includes(word)) : []
  return unknown.length > 0 ? [unknown.join(' ')] : []
}

const describeResult = (kind: OptionKind) => (kind === 'kiosk' ? 'is on' : 'is ignored')

function describeKind(kind: OptionKind): string {
  if (typeof kind === 'string') return allowedValues[kind]
  return 'parse' in kind ? kind.allowedValues : kind.join(', ')
}

/** Matches attributes of HTML, frameworks and browser extensions. */
const htmlOrFramework = /[^a-z-]|^(..?-|on|aria|data|item|class|part|role|tab)/

/** Returns the unknown attributes of an element. Ignores `data-*` names, which may belong to a library of the page. */
export function findUnknownAttributes(element: Element, allowedNames: readonly string[]): string[] {
  return element
    .getAttributeNames()
    .filter((name) => !allowedNames.includes(name) && !(name in element) && !htmlOrFramework.test(name))
}
