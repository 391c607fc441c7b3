/** The props of the form as a React component. */
import type { CSSProperties, ReactNode } from 'react'
import type { FormValues } from './form/fields.ts'
import type { FormErrors } from './form/form-errors.ts'
import type { FormMessages } from './messages/catalog.ts'
import type { Prefill, VoterRegistrationCallbacks, VoterRegistrationOptions } from './options.ts'

/** What a page without scripts passes to the form that it rendered on a server. */
export interface NoScriptForm {
  action: string
  fields: Readonly<Record<string, string>>
  query?: string
  values?: FormValues
  /** The errors of `values`. */
  found?: FormErrors
  /** The year of birth that the voter was asked to confirm: it is accepted when sent again. */
  sureYear?: string
  /** `name` of the buttons; their `value` is the action. */
  act: string
  /** Sites of the posted state, until the script runs. */
  ofState?: { official?: string | undefined; check?: string | undefined }
}

/** How the form is embedded in the page. */
export type EmbedType = 'react' | 'element' | 'hosted'

/** Props of `<VoterRegistration>`. */
export interface VoterRegistrationProps extends VoterRegistrationOptions, VoterRegistrationCallbacks {
  /** Short for `appearance.theme`, which it overrides. */
  theme?: 'light' | 'dark' | 'auto' | 'inherit'
  /** Short for `appearance.density`, which it overrides. */
  density?: 'comfortable' | 'compact'
  /** `id` attribute of the root element, which also gets all `data-*` and `aria-*` props. */
  id?: string
  /** Identifies this form in callbacks and prefixes its element ids. Generated if omitted. Set it if several React
   *  roots, each in a shadow root, are on one page. */
  instanceId?: string
  /** Additional class names for the root element. */
  className?: string
  /** Styles of the root element. */
  style?: CSSProperties
  /** Rendered if the form crashes, for example a link to the official site. */
  fallback?: ReactNode
  /** Extra content shown next to the consent text. It cannot replace the required text. */
  consentExtra?: ReactNode
}

/** The props of the form inside this package: only the entry points and the hosted page set those that follow. */
export interface InternalFormProps extends Omit<VoterRegistrationProps, 'theme' | 'density'> {
  /** The page's `data-*` and `aria-*` props. */
  pageAttributes?: Readonly<Record<string, unknown>>
  /** Called with the texts whenever they change, for a dialog around the form. */
  onWords?: (words: FormMessages) => void
  /** Called once the texts are in their final language. */
  onSettled?: () => void
  /** For the hosted page. */
  noScript?: NoScriptForm
  /** Initial values from the page's URL: a kiosk clears them for the next voter. */
  addressPrefill?: Prefill
  /** Returns the input by field of a first screen that React renders again. */
  typedBefore?: () => ReadonlyMap<string, string>
  /** Whether a form that is removed now is about to come back: then its draft is kept. */
  comesBack?: () => boolean
  /** For the consent receipt; `react` by default. */
  embedType?: EmbedType
}
