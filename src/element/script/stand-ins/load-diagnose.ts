/** Loads the code of `diagnose()` from the folder that the script file came from, when somebody asks for it. */
import type * as module from '../../diagnose.ts'
import { scriptAddress } from '../script-address.ts'

/** The module. Rejects when it cannot be had. */
export function loadDiagnose(): Promise<typeof module> {
  const url = new URL('diagnose.js', scriptAddress() ?? location.href).href
  return import(/* @vite-ignore */ url) as Promise<typeof module>
}
