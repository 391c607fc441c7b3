/** Stands in for `load-form.ts` in the script file, which is one file. */
import type { mountForm } from '../../mount-form.tsx'
import { formOnce } from '../form-once.ts'

/** The module. Rejects where the form cannot be made. */
export async function loadForm(): Promise<{ mountForm: typeof mountForm }> {
  return formOnce()
}
