/** The names of the form's options, as attributes and as properties. How each is read is in `program/form-attributes.ts`. */
import { trackingAttributes } from './tracking-attributes.ts'

/** The attributes of the form's element, but those of where a voter came from. */
export const formAttributeNames = [
  'api-base',
  'partner',
  'locale',
  'languages',
  'messages',
  'prefill',
  'appearance',
  'theme',
  'density',
  'subscriber-opt-in',
  'link-target',
  'layout',
  'review',
  'heading-level',
  'autofocus',
  'official-url',
  'keep-typed',
  'report-state',
  'prefill-from-url',
  'tracking-from-url',
  'locale-from-url',
  'isolation',
  'display',
  'loading',
  'kiosk',
] as const
export type FormAttributeName = (typeof formAttributeNames)[number]

/** All attributes; each is observed. */
export const allAttributes: readonly string[] = [
  ...new Set([...formAttributeNames, ...trackingAttributes.map(([attribute]) => attribute)]),
]

/** The form's options as properties. */
export const formPropertyNames: readonly string[] = [
  ...formAttributeNames.map((name) =>
    name.replace('autof', 'auto-f').replace(/-./g, (part) => part.slice(1).toUpperCase()),
  ),
  'tracking',
  'locales',
  'settings',
  'fetch',
].filter((name) => name !== 'theme' && name !== 'density')
