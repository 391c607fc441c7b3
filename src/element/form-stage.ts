/** How far the form in the element is. */
import type { VoterRegistrationHandle } from '../widget/options.ts'
import type { MountedForm } from './mounted-form.ts'

/** Nothing has been started, the form is being loaded, is there, or cannot be. */
export type FormStage =
  | { type: 'waiting' }
  | { type: 'loading' }
  | { type: 'shown'; form: MountedForm; handle: VoterRegistrationHandle | null }
  | { type: 'impossible' }
