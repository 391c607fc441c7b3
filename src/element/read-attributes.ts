/** Reads the attributes of the form's element: each becomes an option, and one that cannot be read is named once in the
 *  console. */
import { cleanTracking, type Tracking, type TrackingName, trackingNames } from '../contract/campaign.ts'
import { prefillable } from '../widget/form/prefill-names.ts'
import {
  type Attribute,
  address,
  flag,
  json,
  locale,
  looks,
  oneOf,
  readAttributesBy,
  readProperty,
  text,
} from './attributes.ts'
import type { ElementOptions } from './element-options.ts'

/** The shortest idle time: twenty seconds of it are the warning (WCAG 2.2.1). */
export const shortestIdle = 30

const kiosk: Attribute = {
  option: 'kiosk',
  read: (value) => {
    if (value === '' || value === 'true') return true
    if (value === 'false') return false
    const idleSeconds = /^\d+$/.test(value) ? Number(value) : 0
    return idleSeconds >= shortestIdle ? { idleSeconds } : undefined
  },
  allowed: `seconds, ${shortestIdle} or more`,
}

const attributes: Record<string, Attribute> = {
  'api-base': address('apiBase'),
  partner: text('partner'),
  locale,
  messages: json('messages'),
  prefill: { ...json('prefill'), isPersonal: true },
  ...looks,
  'subscriber-opt-in': flag('subscriberOptIn'),
  'link-target': oneOf('linkTarget', '_self', '_blank', '_top'),
  'heading-level': oneOf('headingLevel', 1, 2, 3, 4, 5, 6),
  autofocus: flag('autoFocus'),
  'official-url': address('officialUrl'),
  'report-state': flag('reportState'),
  'prefill-from-url': {
    option: 'prefillFromUrl',
    read: readFields,
    allowed: `names of ${prefillable.join(' ')}`,
  },
  'tracking-from-url': flag('trackingFromUrl'),
  isolation: oneOf('isolation', 'shadow', 'none'),
  loading: oneOf('loading', 'eager', 'lazy'),
  kiosk,
  'data-layer': {
    option: 'dataLayer',
    read: (value) => (/^[A-Za-z_$][\w$]*$/.test(value) ? value : undefined),
    allowed: 'a name such as dataLayer',
  },
  'vote-america-events': flag('voteAmericaEvents'),
}
for (const name of trackingNames) {
  const written = [name.replace('_', '-'), name, `data-override-${name}`]
  for (const attribute of written) attributes[attribute] = plainText(`tracking.${name}`, name)
  attributes[`data-default-${name}`] = plainText(`trackingDefaults.${name}`, name)
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
  return readAttributesBy(attributes, element, warn)
}

/** What a property means that a page has set; `undefined` where it means nothing, which `warn` is told. */
export function readOption(name: string, value: unknown, warn: (sentence: string) => void): unknown {
  return readProperty(attributes, name, value, warn)
}

/** Where a voter came from: what does not belong there may be somebody's address. */
function plainText(option: string, name: TrackingName): Attribute {
  return {
    option,
    read: (value) => cleanTracking({ [name]: value })?.[name],
    allowed: 'plain words, up to 100 letters',
    isPersonal: true,
  }
}

function readFields(value: string, complain: (part: string) => void): string[] | false {
  if (value === 'false') return false
  const written = value.split(/\s+/)
  const unknown = written.filter((name) => !isField(name))
  if (unknown.length > 0) complain(unknown.join(' '))
  return written.filter(isField)
}

function isField(name: string): boolean {
  return prefillable.includes(name)
}
