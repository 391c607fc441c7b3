/** A form inside the element. Says nothing of React: the types of the element reach as far as here, and a page with a tag may have
 *  none of React's. */
import type { Words } from '../widget/messages/catalogue.ts'
import type {
  Prefill,
  VoterRegistrationCallbacks,
  VoterRegistrationHandle,
  VoterRegistrationOptions,
} from '../widget/options.ts'

/** What the element gives its form: options, callbacks, and props that no page sets on a tag. */
export interface ElementForm extends VoterRegistrationOptions, VoterRegistrationCallbacks {
  instanceId?: string
  className?: string
  /** Shown should the form break. */
  fallback?: string
  /** Values to begin with that came with the page's address. */
  addressPrefill?: Prefill
  /** The texts are in the language in which they stay. */
  onSettled?: () => void
}

/** What is shown. */
export interface FormDeps {
  form: ElementForm
  /** The handle when the form is on the page, `null` when it is gone. Keep it the same function. */
  onHandle: (handle: VoterRegistrationHandle | null) => void
  /** Takes the texts, whenever the form shows something new. Left out for a form that stands in the page. */
  onWords?: ((words: Words) => void) | undefined
}

/** A form that was put in. */
export interface MountedForm {
  show: (deps: FormDeps) => void
  unmount: () => void
}

/**
 * Puts a form into an empty element.
 *
 * @param host the element that the page has written
 */
export type MountForm = (into: Element, host: Element) => MountedForm
