/** The attributes of the form's element; each becomes an option. */
import { cleanTracking, type TrackingName } from '../../../contract/campaign.ts'
import { languageCodes } from '../../../contract/languages.ts'
import { prefillable } from '../../widget/form/prefill-names.ts'
import { shortestIdle } from '../../widget/idle-seconds.ts'
import {
  type Attribute,
  type Attributes,
  address,
  flag,
  headingLevel,
  json,
  locale,
  looks,
  oneOf,
  text,
} from '../attributes.ts'
import type { FormAttributeName } from '../form-option-names.ts'
import { trackingAttributes } from '../tracking-attributes.ts'

const kiosk: Attribute = {
  option: 'kiosk',
  read: (value) => {
    if (value === '' || value === 'true') return true
    if (value === 'false') return false
    const idleSeconds = /^\d+$/.test(value) ? Number(value) : 0
    return idleSeconds >= shortestIdle ? { idleSeconds } : undefined
  },
  allowed: `seconds, ${shortestIdle} or more`,
  // On a device that many voters share, a typing error here must not leave one voter's data to the next.
  safe: true,
}

const table: Record<FormAttributeName, Attribute> = {
  'api-base': address('apiBase'),
  partner: text('partner'),
  locale,
  languages: { option: 'languages', read: readLanguages, allowed: `none, or some of ${languageCodes.join(' ')}` },
  messages: json('messages'),
  prefill: { ...json('prefill'), isPersonal: true },
  ...looks,
  'subscriber-opt-in': flag('subscriberOptIn'),
  'link-target': oneOf('linkTarget', '_self', '_blank', '_top'),
  layout: oneOf('layout', 'page', 'steps'),
  review: flag('review'),
  'heading-level': headingLevel,
  autofocus: flag('autoFocus'),
  'official-url': address('officialUrl'),
  'keep-typed': flag('keepTyped'),
  'report-state': flag('reportState'),
  'prefill-from-url': {
    option: 'prefillFromUrl',
    read: readFields,
    allowed: `names of ${prefillable.join(' ')}`,
  },
  'tracking-from-url': flag('trackingFromUrl'),
  'locale-from-url': flag('localeFromUrl'),
  isolation: oneOf('isolation', 'shadow', 'none'),
  display: oneOf('display', 'inline', 'dialog'),
  loading: oneOf('loading', 'eager', 'lazy'),
  kiosk,
}
/** The attributes by name; `trackingDefaults` apply where neither the page nor its address sets a value. */
export const formAttributes: Attributes = {
  ...table,
  ...Object.fromEntries(
    trackingAttributes.map(([attribute, name]) => {
      const option = attribute.startsWith('data-default-') ? 'trackingDefaults' : 'tracking'
      return [attribute, plainText(`${option}.${name}`, name)]
    }),
  ),
}

/** An attribute for where a voter came from. Other text may be someone's address. */
function plainText(option: string, name: TrackingName): Attribute {
  return {
    option,
    read: (value) => cleanTracking([], { [name]: value })?.[name],
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

function readLanguages(value: string, complain: (part: string) => void): string[] | false | undefined {
  if (value === 'none' || value === 'false') return false
  const written = value.split(/[\s,]+/)
  const known = written.filter((name) => languageCodes.some((code) => code === name))
  if (known.length === 0) return undefined
  if (known.length < written.length) complain(written.filter((name) => !known.includes(name)).join(' '))
  return known
}

function isField(name: string): boolean {
  return prefillable.includes(name)
}
