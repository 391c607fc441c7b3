'use client'
/** Entry point: the form and the facts of a state, as React components. */

export type { LanguageCode } from '../contract/languages.ts'
export type { RequestField, Title } from '../contract/request-fields.ts'
export type { StateCode } from '../contract/states.ts'
export type { Catalog, MessageKey, Plural } from './locales/catalog.ts'
export type { VoterStateFactsProps } from './widget/facts/state-facts-root.tsx'
export { VoterStateFacts } from './widget/facts/state-facts-root.tsx'
export type { FormErrorCode } from './widget/flow/flow-reducer.ts'
export type { FormLayout, FormStep } from './widget/form/fields.ts'
export type {
  Appearance,
  EventDetail,
  HeadingLevel,
  Kiosk,
  LinkTarget,
  Locale,
  Prefill,
  PrefillField,
  ResetReason,
  StateName,
  Status,
  ThemeToken,
  Tracking,
  VoterRegistrationCallbacks,
  VoterRegistrationHandle,
  VoterRegistrationOptions,
} from './widget/options.ts'
export { VoterRegistration } from './widget/react/voter-registration.tsx'
export type { VoterRegistrationProps } from './widget/voter-registration-props.ts'
