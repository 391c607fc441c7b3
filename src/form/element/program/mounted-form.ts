/** A form inside the element. Does not mention React: the element's types depend on this file, and a page with a tag may not
 *  have React's types. */
import type { FormValues } from '../../widget/form/fields.ts'
import type { Words } from '../../widget/messages/catalogue.ts'
import type {
  Prefill,
  VoterRegistrationCallbacks,
  VoterRegistrationHandle,
  VoterRegistrationOptions,
} from '../../widget/options.ts'

/** What the element passes to its form: options, callbacks, and props that no page sets on a tag. */
export interface ElementForm extends VoterRegistrationOptions, VoterRegistrationCallbacks {
  instanceId?: string
  className?: string
  /** Shown when the form breaks. */
  fallback?: string
  /** Initial values from the page's address. */
  addressPrefill?: Prefill
  /** What was typed into the form in whose place this one comes. */
  draft?: FormValues | undefined
  /** Called with what was typed and not sent when the form is unmounted. */
  onLeave?: (values: FormValues) => void
  /** Called when the texts are in their final language. */
  onSettled?: () => void
}

/** What to show. */
export interface FormDeps {
  form: ElementForm
  /** Called with the handle when the form is on the page, with `null` when it is removed. Keep it the same function. */
  onHandle: (handle: VoterRegistrationHandle | null) => void
  /** Called with the texts whenever the form shows something new. Left out for an inline form. */
  onWords?: ((words: Words) => void) | undefined
}

/** A mounted form. */
export interface MountedForm {
  show: (deps: FormDeps) => void
  unmount: () => void
}

/**
 * Mounts a form in an element.
 *
 * @param host the element that the page has written
 * @param drawn left out where the element is empty; `isSame` is whether what is drawn in it is what React renders first
 */
export type MountForm = (into: HTMLElement, host: Element, drawn?: { isSame: boolean }) => MountedForm
