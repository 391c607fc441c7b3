'use client'
/** Entry point: the form, the facts of a state, and the status of state election sites, as React components. */
export type { Catalogue, Plural } from './locales/catalogue.ts'
export type { VoterStateFactsProps } from './widget/facts/state-facts-root.tsx'
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
} from './widget/options.ts'
export { VoterSiteStatus, VoterStateFacts } from './widget/react/panels.tsx'
export { VoterRegistration } from './widget/react/voter-registration.tsx'
export type { VoterSiteStatusProps } from './widget/uptime/site-status-root.tsx'
export type { VoterRegistrationProps } from './widget/voter-registration-props.ts'
