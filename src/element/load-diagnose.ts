/** Loads the code of `diagnose()` when somebody asks for it. The script file has its own way, see
 *  `script/stand-ins`. */
import type * as module from './diagnose.ts'

/** The module. Rejects when it cannot be had. */
export function loadDiagnose(): Promise<typeof module> {
  return import('./diagnose.ts')
}
