/** Stands in for `load-form.ts` in the script file, which is one file. The build puts the form behind this import as one
 *  function that runs when it is first called: see `formInside` in the build's settings. */
import { mountForm } from '../../mount-form.tsx'

/** The module. What throws while the form is made throws when a form is mounted. */
export function loadForm(): Promise<{ mountForm: typeof mountForm }> {
  return Promise.resolve({ mountForm })
}
