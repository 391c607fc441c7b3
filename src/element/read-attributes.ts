/** Reads the element's attributes: each becomes an option, and one that cannot be read is named once in the console. */
import type { Prefill } from '../widget/options.ts'
import { type ElementOptions, type Tracking, trackingNames } from './element-options.ts'

/** What an attribute's text means; `undefined` when it means nothing. */
type Read<Value = unknown> = (text: string) => Value | undefined

interface Attribute {
  /** Which option it sets; in two parts for one inside of an object. */
  option: string
  read: Read
  /** What may be written, for the warning. */
  allowed: string
}

const text = (option: string): Attribute => ({ option, read: (value) => value, allowed: 'text' })
const flag = (option: string): Attribute => ({
  option,
  read: (value) => (value === '' || value === 'true' ? true : value === 'false' ? false : undefined),
  allowed: 'true, false',
})
const oneOf = (option: string, ...allowed: (string | number)[]): Attribute => ({
  option,
  read: (value) => allowed.find((one) => String(one) === value),
  allowed: allowed.join(', '),
})
const json = (option: string): Attribute => ({ option, read: readObject, allowed: 'a JSON object' })

/** The shortest idle time: twenty seconds of it are the warning (WCAG 2.2.1). */
export const shortestIdle = 30

const kiosk: Attribute = {
  option: 'kiosk',
  read: (value) => {
    if (value === '' || value === 'true') return true
    const idleSeconds = Number(value)
    return value === 'false' ? false : idleSeconds >= shortestIdle ? { idleSeconds } : undefined
  },
  allowed: `seconds, ${shortestIdle} or more`,
}

const attributes: Record<string, Attribute> = {
  'api-base': { option: 'apiBase', read: readAddress, allowed: 'an http(s) address' },
  partner: text('partner'),
  locale: text('locale'),
  messages: json('messages'),
  prefill: json('prefill'),
  appearance: json('appearance'),
  theme: oneOf('appearance.theme', 'light', 'dark', 'auto', 'inherit'),
  density: oneOf('appearance.density', 'comfortable', 'compact'),
  'subscriber-opt-in': flag('subscriberOptIn'),
  'link-target': oneOf('linkTarget', '_self', '_blank', '_top'),
  'heading-level': oneOf('headingLevel', 1, 2, 3, 4, 5, 6),
  autofocus: flag('autoFocus'),
  'official-url': { option: 'officialUrl', read: readAddress, allowed: 'an http(s) address' },
  'report-state': flag('reportState'),
  'prefill-from-url': { option: 'prefillFromUrl', read: readList, allowed: 'names of fields, separated by spaces' },
  'tracking-from-url': flag('trackingFromUrl'),
  loading: oneOf('loading', 'eager', 'lazy'),
  kiosk,
  'data-layer': text('dataLayer'),
  'vote-america-events': flag('voteAmericaEvents'),
}
for (const name of trackingNames) {
  const written = [name.replace('_', '-'), name, `data-override-${name}`]
  for (const attribute of written) attributes[attribute] ??= text(`tracking.${name}`)
  attributes[`data-default-${name}`] = text(`trackingDefaults.${name}`)
}

/** The names of all attributes. */
export const attributeNames: readonly string[] = Object.keys(attributes)

/** What attributes say; `trackingDefaults` are for what neither page nor address say. */
export type AttributeOptions = Partial<ElementOptions> & { trackingDefaults?: Tracking }

/**
 * Reads the attributes of an element.
 *
 * @param warn is told each attribute whose value means nothing, with the value and what may be written; the option then
 * has its default
 */
export function readAttributes(element: Element, warn: (sentence: string) => void): AttributeOptions {
  const options: Record<string, unknown> = {}
  for (const name of attributeNames) {
    const value = element.getAttribute(name)
    const attribute = attributes[name]
    if (value === null || attribute === undefined) continue
    const read = attribute.read(value.trim())
    if (read === undefined) {
      warn(
        `${name}="${name === 'prefill' ? '…' : value}" is not understood, so it is left out. Write ${attribute.allowed}.`,
      )
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

function readList(value: string): (keyof Prefill)[] | undefined {
  return /^[\w\s]+$/.test(value) ? (value.split(/\s+/) as (keyof Prefill)[]) : undefined
}
