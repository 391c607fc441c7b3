'use client'
/** Door: the form, and the facts of a state, as React components. */
export type { Catalogue, Plural } from './locales/catalogue.ts'
export { VoterStateFacts, type VoterStateFactsProps } from './widget/civic/voter-state-facts.tsx'
export type {
  Appearance,
  EventDetail,
  HeadingLevel,
  LinkTarget,
  Prefill,
  ResetReason,
  Status,
  ThemeToken,
  Tracking,
  VoterRegistrationCallbacks,
  VoterRegistrationHandle,
  VoterRegistrationOptions,
  VoterRegistrationProps,
} from './widget/options.ts'
export { VoterRegistration } from './widget/voter-registration.tsx'
