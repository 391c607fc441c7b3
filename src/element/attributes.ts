/** What an attribute of one of our elements may be, and how it is read: each becomes an option, and one that cannot be read
 *  is named with what may be written. */

/** What an attribute's text means; `undefined` when it means nothing. */
type Read<Value = unknown> = (text: string) => Value | undefined

/** One attribute. */
export interface Attribute {
  /** Which option it sets; in two parts for one inside of an object. */
  option: string
  read: Read
  /** What may be written, for the warning. */
  allowed: string
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

/** Names, separated by spaces. */
export const names = (option: string, of: string): Attribute => ({
  option,
  read: readList,
  allowed: `names of ${of}, separated by spaces`,
})

/**
 * Reads the attributes of an element.
 *
 * @param secret names of attributes whose values are never repeated in a warning
 * @param warn is told each attribute whose value means nothing, with the value and what may be written; the option is then
 * left out
 */
export function readAttributesBy(
  attributes: Attributes,
  element: Element,
  warn: (sentence: string) => void,
  secret: readonly string[] = [],
): Record<string, unknown> {
  const options: Record<string, unknown> = {}
  for (const [name, attribute] of Object.entries(attributes)) {
    const value = element.getAttribute(name)
    if (value === null) continue
    const read = attribute.read(value.trim())
    if (read === undefined) {
      const shown = secret.includes(name) ? '…' : value
      warn(`${name}="${shown}" is not understood, so it is left out. Write ${attribute.allowed}.`)
      continue
    }
    const [option = '', part] = attribute.option.split('.')
    if (part === undefined) options[option] = merge(options[option], read)
    else options[option] = { ...(options[option] as object | undefined), [part]: read }
  }
  return options
}

/** JSON and the short attributes beside it may set parts of the same option. */
function merge(before: unknown, value: unknown): unknown {
  const areObjects = typeof before === 'object' && typeof value === 'object'
  return areObjects ? { ...before, ...value } : value
}

function readObject(value: string): object | undefined {
  try {
    const read: unknown = JSON.parse(value)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : undefined
  } catch {
    return undefined
  }
}

function readAddress(value: string): string | undefined {
  try {
    return /^https?:$/.test(new URL(value, location.href).protocol) ? value : undefined
  } catch {
    return undefined
  }
}

function readList(value: string): string[] | undefined {
  return /^[\w\s]+$/.test(value) ? value.split(/\s+/) : undefined
}
