/** The first screen of the form as data: the very component, rendered when the files are built, see `render.tsx`. */

import type { Drawn } from '../../../contract/strings.ts'

/** The layouts that have a screen of their own; with `kiosk` the browser fills nothing in. */
export type Layout = 'page' | 'steps' | 'page-kiosk' | 'steps-kiosk'

/** What is said before the program is there. */
export interface EarlyWords {
  wait: string
  /** The form cannot be sent from this page. */
  stuck: string
  ownPage: string
  official: string
}

export interface FirstScreens {
  words: EarlyWords
  direction: 'ltr' | 'rtl'
  /** The content of the element in which the form is mounted. */
  screens: Partial<Record<Layout, Drawn>>
}

/** Stands in the data for what each form has of its own. */
export const placeholder = { instanceId: 'vr0' } as const
