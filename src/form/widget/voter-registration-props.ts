/** The props of the form as a React component. */
import type { CSSProperties, ReactNode } from 'react'
import type { FormValues } from './form/fields.ts'
import type { FormErrors } from './form/form-errors.ts'
import type { Words } from './messages/catalog.ts'
import type { Prefill, VoterRegistrationCallbacks, VoterRegistrationOptions } from './options.ts'

/** What a page that works without scripts passes to the form it has rendered on a server. */
export interface NoScriptForm {
  action: string
  fields: Readonly<Record<string, string>>
  query?: string
  values?: FormValues
  /** What was wrong with it. */
  found?: FormErrors
  /** The year of birth that the voter was asked about: the same one again is accepted. */
  sureYear?: string
  /** The name under which a button posts what it is for. */
  act: string
  /** The pages of the posted state, for the time before our script runs. */
  ofState?: { official?: string | undefined; check?: string | undefined }
}

/** How the form was placed on the page. */
export type EmbedType = 'react' | 'element' | 'hosted'

/** Props of `<VoterRegistration>`. */
export interface VoterRegistrationProps extends VoterRegistrationOptions, VoterRegistrationCallbacks {
  /** `id` attribute of the root element. */
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

/** The props of the form inside this project: only the element, the hosted page and the first screen set those that follow. */
export interface InternalFormProps extends VoterRegistrationProps {
  /** Called with the texts whenever they change, for what stands around the form and speaks its language. */
  onWords?: (words: Words) => void
  /** The texts are in the language in which they stay. */
  onSettled?: () => void
  /** For the page that the BFF serves. */
  noScript?: NoScriptForm
  /** Values to begin with that came with the page's address: one voter's, so a kiosk forgets them. */
  addressPrefill?: Prefill
  /** Returns what was typed, by field, into a first screen that React has to render again. */
  typedBefore?: () => ReadonlyMap<string, string>
  /** Whether a form that is taken off the page now is about to come back: then another one continues its draft. */
  comesBack?: () => boolean
  /** How the form came onto the page, for the receipt of consent; `react` unless another embedType says so. */
  embedType?: EmbedType
}
