/** Reads the attributes of the form's element: each becomes an option, and one that cannot be read is named once in the
 *  console. */
import { type Tracking, trackingNames } from '../contract/campaign.ts'
import { type Attribute, address, flag, json, names, oneOf, readAttributesBy, text } from './attributes.ts'
import type { ElementOptions } from './element-options.ts'

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
  'api-base': address('apiBase'),
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
  'official-url': address('officialUrl'),
  'report-state': flag('reportState'),
  'prefill-from-url': names('prefillFromUrl', 'fields'),
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
  // What is filled in for a voter is personal.
  return readAttributesBy(attributes, element, warn, ['prefill'])
}
