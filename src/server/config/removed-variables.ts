/** Variables of earlier versions that nothing reads any more. */
import type { Environment } from '../options/read-environment.ts'

/** What replaces each, as a sentence. */
const removedVariables: Readonly<Record<string, string>> = {}

/** Returns the removed variables that are set, and what to do; never a value. */
export function findRemovedVariables(env: Environment): { variable: string; todo: string }[] {
  return Object.entries(removedVariables).flatMap(([variable, todo]) => {
    const value: unknown = env[variable]
    return typeof value === 'string' && value.trim() !== '' ? [{ variable, todo }] : []
  })
}
