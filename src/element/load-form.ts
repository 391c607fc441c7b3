/** Loads the form when the first one is to be shown. The script file has its own way, see `script/stand-ins`. */
import type * as module from './mount-form.tsx'

/** The module. Rejects when it cannot be had, or when the page has broken what it needs. */
export function loadForm(): Promise<Pick<typeof module, 'mountForm'>> {
  return import('./mount-form.tsx')
}
