'use client'
/** Door: the form, the facts of a state, and how the sites of states are, as React components. */
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
export { IsolableForm as VoterRegistration } from './widget/shadow-form.tsx'
export { VoterSiteStatus, type VoterSiteStatusProps } from './widget/uptime/voter-site-status.tsx'
