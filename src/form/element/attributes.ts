/** Parses the attributes of our elements. Each attribute becomes an option; for an invalid value, a warning lists the
 *  allowed values. */

import { languageCodes } from '../../contract/languages.ts'
import type { Appearance } from '../widget/options.ts'

/** Parses an attribute's text; returns `undefined` for invalid text. `complain` is called with each invalid part. */
type Read<Value = unknown> = (text: string, complain: (part: string) => void) => Value | undefined

/** How one attribute is parsed. */
export interface Attribute {
  /** The option it sets; `option.part` for a property of an object. */
  option: string
  read: Read
  /** The allowed values, for the warning. */
  allowed: string
  /** The value may be personal: the warning does not repeat it. */
  isPersonal?: true
  /** An invalid value turns the option on: to be off by mistake would do harm. */
  safe?: true
}

/** The attributes of an element, by name. */
export type Attributes = Readonly<Record<string, Attribute>>

/** Any text. */
export const text = (option: string): Attribute => ({ option, read: (value) => value, allowed: 'text' })

/** A boolean; the bare attribute means true. */
export const flag = (option: string): Attribute => ({
  option,
  read: (value) => (value === '' || value === 'true' ? true : value === 'false' ? false : undefined),
  allowed: 'true, false',
})

/** One of a fixed set of values. */
export const oneOf = (option: string, ...allowed: (string | number)[]): Attribute => ({
  option,
  read: (value) => allowed.find((one) => String(one) === value),
  allowed: allowed.join(', '),
})

/** An object in JSON. */
export const json = (option: string): Attribute => ({ option, read: readObject, allowed: 'a JSON object' })

/** The URL of a page or a server; it may be relative. */
export const address = (option: string): Attribute => ({ option, read: readAddress, allowed: 'an http(s) address' })

/** A heading level. */
export const headingLevel = oneOf('headingLevel', 1, 2, 3, 4, 5, 6)

/** A language, or `auto`. */
export const locale: Attribute = {
  option: 'locale',
  read: readLocale,
  allowed: `auto, or one of ${languageCodes.join(', ')}`,
}

const themes = ['light', 'dark', 'auto', 'inherit'] as const
const densities = ['comfortable', 'compact'] as const

/** The appearance, as JSON and as two short attributes. */
export const looks = {
  appearance: {
    option: 'appearance',
    read: readAppearance,
    allowed: `JSON with theme (${themes.join(', ')}), density (${densities.join(', ')}), variables (an object)`,
  },
  theme: oneOf('appearance.theme', ...themes),
  density: oneOf('appearance.density', ...densities),
} satisfies Attributes

/** Names separated by spaces. */
export const names = (option: string, of: string): Attribute => ({
  option,
  read: readList,
  allowed: `names of ${of}, separated by spaces`,
})

/** Returns the names of the options that can be set as properties, including those without an attribute. */
export function optionNames(attributes: Attributes): readonly string[] {
  const said = Object.values(attributes).map(({ option }) => option.replace(/\..*/, ''))
  return [...new Set([...said, 'locales', 'settings', 'fetch'])]
}

/** The names of HTML, of frameworks and of extensions. */
const htmlOrFramework = /[^a-z-]|^(..?-|on|aria|data|item|class|part|role|tab)/

/** Returns the attributes of an element that no option has. A name behind `data-` may belong to a library of the page. */
export function unknownAttributes(element: Element, known: readonly string[]): string[] {
  return element
    .getAttributeNames()
    .filter((name) => !known.includes(name) && !(name in element) && !htmlOrFramework.test(name))
}

/**
 * Parses the attributes of an element.
 *
 * @param warn called with each invalid value and the allowed values, and with each unknown name; the option is then left
 * out, or turned on where that is the safe choice
 */
export function readAttributesBy(
  attributes: Attributes,
  element: Element,
  warn: (sentence: string) => void,
): Record<string, unknown> {
  const options: Record<string, unknown> = {}
  const known = Object.keys(attributes)
  for (const name of unknownAttributes(element, known))
    warn(
      `${name} is not known, so it is left out. Use ${known.filter((one) => !/^utm_|^data-.*-/.test(one)).join(', ')}.`,
    )
  for (const [name, attribute] of Object.entries(attributes)) {
    const value = element.getAttribute(name)
    if (value === null) continue
    const read = understand(attribute, value, (seen) =>
      warn(`${name}="${seen}" is not understood, so it ${insteadOf(attribute)}. Write ${attribute.allowed}.`),
    )
    if (read === undefined) continue
    const [option = '', part] = attribute.option.split('.')
    options[option] = merge(options[option], part === undefined ? read : { [part]: read })
  }
  return options
}

/**
 * Parses the options that were set as properties, each as strictly as its attribute; frameworks set them to an attribute's
 * text.
 *
 * @param warn called with each invalid value and the allowed ones
 */
export function readPropertiesBy(
  attributes: Attributes,
  written: object,
  warn: (sentence: string) => void,
): Record<string, unknown> {
  const entries = Object.entries(written).map(([name, value]) => [name, readProperty(attributes, name, value, warn)])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/**
 * Parses an option that was set as a property, as strictly as its attribute; one without an attribute is returned unchanged.
 *
 * @returns the value, or what its text means; `undefined` when it is invalid, and `warn` is then called with it
 */
export function readProperty(
  attributes: Attributes,
  option: string,
  value: unknown,
  warn: (sentence: string) => void,
): unknown {
  const attribute = Object.values(attributes).find((one) => one.option === option)
  if (attribute === undefined || value === undefined || value === null) return value ?? undefined
  const read = understand(attribute, asText(value), (seen) =>
    warn(`${option} = ${seen} is not understood, so it ${insteadOf(attribute)}. Use ${attribute.allowed}.`),
  )
  // A value other than text or a list is returned as the page made it.
  return read === attribute.safe || typeof value === 'string' || Array.isArray(value) ? read : value
}

/** The words for what happens to an invalid option. */
const insteadOf = ({ safe }: Attribute) => (safe ? 'is on' : 'is left out')

/** Parses a text. `complain` is called with the invalid part, or with `…` when the value may be personal. */
function understand({ read, isPersonal, safe }: Attribute, written: string, complain: (seen: string) => void): unknown {
  const complainOf = (part: string) => complain(isPersonal ? '…' : part)
  const value = read(written.trim(), complainOf)
  if (value !== undefined) return value
  complainOf(written)
  return safe
}

/** Converts a property's value to the text of its attribute. */
function asText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return value.join(' ')
  const { idleSeconds } = value as { idleSeconds?: unknown }
  return typeof idleSeconds === 'number' ? String(idleSeconds) : JSON.stringify(value)
}

/** Merges values: JSON and the short attributes may set parts of the same option. */
function merge(before: unknown, value: unknown): unknown {
  const areObjects = typeof before === 'object' && typeof value === 'object'
  return areObjects ? { ...before, ...value } : value
}

function readObject(value: string): object | undefined {
  const read: unknown = attempt(() => JSON.parse(value))
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : undefined
}

function readLocale(value: string): string | undefined {
  return value === 'auto' ? value : attempt(() => Intl.getCanonicalLocales(value)[0])
}

function readAppearance(value: string, complain: (part: string) => void): object | undefined {
  const read: Appearance = readObject(value) ?? { theme: 'none' as 'auto' }
  const { theme = 'auto', density = 'comfortable', variables = {}, ...others } = read
  const isKnown = themes.includes(theme) && densities.includes(density) && typeof variables === 'object'
  if (!isKnown) return undefined
  for (const key of Object.keys(others)) complain(key)
  return read
}

function readAddress(value: string): string | undefined {
  const url = value === '' ? undefined : attempt(() => new URL(value, location.href))
  return /^https?:$/.test(url?.protocol ?? '') ? value : undefined
}

function readList(value: string): string[] | undefined {
  return /^[\w\s]+$/.test(value) ? value.split(/\s+/) : undefined
}

/** Returns what a function returns; `undefined` when it throws. */
function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
