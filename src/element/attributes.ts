/** What an attribute of one of our elements may be, and how it is read: each becomes an option, and one that cannot be read
 *  is named with what may be written. */

import { nearestName } from '../contract/nearest-name.ts'
import type { Appearance } from '../widget/options.ts'

/** What an attribute's text means; `undefined` when it means nothing. `complain` is called with a part that means nothing. */
type Read<Value = unknown> = (text: string, complain: (part: string) => void) => Value | undefined

/** One attribute. */
export interface Attribute {
  /** Which option it sets; in two parts for one inside of an object. */
  option: string
  read: Read
  /** What may be written, for the warning. */
  allowed: string
  /** What is written may be personal: it is not repeated in the warning. */
  isPersonal?: true
  /** On where what is written cannot be read: being off by mistake would do harm. */
  safe?: true
}

/** The attributes of an element, by name. */
export type Attributes = Readonly<Record<string, Attribute>>

/** Any text. */
export const text = (option: string): Attribute => ({ option, read: (value) => value, allowed: 'text' })

/** Yes or no; the bare attribute is yes. */
export const flag = (option: string): Attribute => ({
  option,
  read: (value) => (value === '' || value === 'true' ? true : value === 'false' ? false : undefined),
  allowed: 'true, false',
})

/** One of a few. */
export const oneOf = (option: string, ...allowed: (string | number)[]): Attribute => ({
  option,
  read: (value) => allowed.find((one) => String(one) === value),
  allowed: allowed.join(', '),
})

/** An object, written as JSON. */
export const json = (option: string): Attribute => ({ option, read: readObject, allowed: 'a JSON object' })

/** The address of a page or a server, also a relative one. */
export const address = (option: string): Attribute => ({ option, read: readAddress, allowed: 'an http(s) address' })

/** The level of a heading. */
export const headingLevel = oneOf('headingLevel', 1, 2, 3, 4, 5, 6)

/** A language, or `auto`. */
export const locale: Attribute = { option: 'locale', read: readLocale, allowed: 'auto, or a language such as es' }

const themes = ['light', 'dark', 'auto', 'inherit'] as const
const densities = ['comfortable', 'compact'] as const

/** The look, as JSON and in its two short forms. */
export const looks: Attributes = {
  appearance: {
    option: 'appearance',
    read: readAppearance,
    allowed: 'JSON with theme, density, variables',
  },
  theme: oneOf('appearance.theme', ...themes),
  density: oneOf('appearance.density', ...densities),
}

/** Names, separated by spaces. */
export const names = (option: string, of: string): Attribute => ({
  option,
  read: readList,
  allowed: `names of ${of}, separated by spaces`,
})

/** The names of the options that can be set as properties: those of the attributes, and what no attribute can say. */
export function optionNames(attributes: Attributes): readonly string[] {
  const said = Object.values(attributes).map(({ option }) => option.replace(/\..*/, ''))
  return [...new Set([...said, 'locales', 'settings', 'fetch'])]
}

/**
 * Reads the attributes of an element.
 *
 * @param warn called with each attribute whose value means nothing, with the value and what may be written, and with each name
 * that is misspelt; the option is then left out, or on where that is the safe side
 */
export function readAttributesBy(
  attributes: Attributes,
  element: Element,
  warn: (sentence: string) => void,
): Record<string, unknown> {
  const options: Record<string, unknown> = {}
  for (const { name } of element.attributes) {
    const meant = nearestName(name, Object.keys(attributes))
    if (meant !== undefined) warn(`${name} is not known, so it is left out. Do you mean ${meant}?`)
  }
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
 * Reads an option that was set as a property, as strictly as its attribute; one without an attribute is taken as it is.
 *
 * @returns the value, or what its text means; `undefined` where it means nothing, which `warn` is called with
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
  // What is no text is kept as the page has made it.
  return read === attribute.safe || typeof value === 'string' || Array.isArray(value) ? read : value
}

/** How an option that cannot be read is handled. */
const insteadOf = ({ safe }: Attribute) => (safe ? 'is on' : 'is left out')

/** Reads a text; `complain` is called with what of it means nothing, as far as it may be repeated. */
function understand({ read, isPersonal, safe }: Attribute, written: string, complain: (seen: string) => void): unknown {
  const complainOf = (part: string) => complain(isPersonal ? '…' : part)
  const value = read(written.trim(), complainOf)
  if (value !== undefined) return value
  complainOf(written)
  return safe
}

/** How an attribute says it. */
function asText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return value.join(' ')
  const { idleSeconds } = value as { idleSeconds?: unknown }
  return typeof idleSeconds === 'number' ? String(idleSeconds) : JSON.stringify(value)
}

/** JSON and the short attributes beside it may set parts of the same option. */
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

function readAppearance(value: string): object | undefined {
  const read: Appearance = readObject(value) ?? { theme: 'none' as 'auto' }
  const { theme = 'auto', density = 'comfortable', variables = {} } = read
  const isKnown = themes.includes(theme) && densities.includes(density) && typeof variables === 'object'
  return isKnown ? read : undefined
}

function readAddress(value: string): string | undefined {
  const url = value === '' ? undefined : attempt(() => new URL(value, location.href))
  return /^https?:$/.test(url?.protocol ?? '') ? value : undefined
}

function readList(value: string): string[] | undefined {
  return /^[\w\s]+$/.test(value) ? value.split(/\s+/) : undefined
}

/** What a function gives; `undefined` where it throws. */
function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
