/** Files that belong to the project once they exist: `init` never overwrites them, but prints what to add. */
import path from 'node:path'
import { parseEnv } from 'node:util'

/** Whether a file holds environment variables, so it will hold secrets. @param name for example `.env.local` */
export const isEnvironment = (name: string): boolean => /\.env(\.|$)/.test(name)

/** Whether `--force` skips a file: one with secrets, or with settings of the framework. @param name as in the template */
export const isProjects = (name: string): boolean => isEnvironment(name) || name.startsWith('next.config.')

/**
 * Returns the step that tells what to add to a file of the project.
 *
 * @param place the file's path
 * @param text what `init` would write
 * @param there the current content
 * @returns `undefined` when nothing is missing; never a value from the file
 */
export function additionStep(place: string, text: string, there: string): string | undefined {
  if (!isEnvironment(path.basename(place))) return optionStep(place, there)
  const missing = missingLines(text, there)
  return missing.length === 0 ? undefined : [`Add to ${place}:`, ...missing].join('\n     ')
}

function optionStep(place: string, there: string): string | undefined {
  if (!there.includes('serverExternalPackages'))
    return `Add to ${place}: serverExternalPackages: ['voter-registration-server']`
  return there.includes('voter-registration-server')
    ? undefined
    : `Add 'voter-registration-server' to serverExternalPackages in ${place}`
}

/** Lines whose variable is missing or empty. A variable may also come from a file (`API_KEY_SECRET_FILE`). */
function missingLines(text: string, there: string): string[] {
  const has = parseEnv(there)
  return text.split('\n').filter((line) => {
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (name === undefined || has[`${name}_FILE`]) return false
    return value === '' ? has[name] === undefined : !has[name]
  })
}
