/** The loading state of the form in the element. */
import type { VoterRegistrationHandle } from '../widget/options.ts'
import type { MountedForm } from './mounted-form.ts'

/** Not started, loading, shown, or impossible to show. */
export type FormStage =
  | { type: 'waiting' }
  | { type: 'loading' }
  | { type: 'shown'; form: MountedForm; handle: VoterRegistrationHandle | null }
  | { type: 'impossible' }
