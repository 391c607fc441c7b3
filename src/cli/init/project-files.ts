/** Files that are the project's own once they are there: `init` never writes over them, and says what to add. */
import path from 'node:path'
import { parseEnv } from 'node:util'

/** Whether a file is one of environment variables: it will hold secrets. @param name for example `.env.local` */
export const isEnvironment = (name: string): boolean => /\.env(\.|$)/.test(name)

/** Whether `--force` spares a file: it has the project's secrets, or the settings of its framework. @param name as the template has it */
export const isProjects = (name: string): boolean => isEnvironment(name) || name.startsWith('next.config.')

/**
 * The step that says what to add to a file of the project.
 *
 * @param place the file's path
 * @param text what `init` writes where there is none
 * @param there what is in it
 * @returns `undefined` where nothing is missing; never a value of the file
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

/** A variable may also come from a file (`API_KEY_SECRET_FILE`). One that is empty has no value yet. */
function missingLines(text: string, there: string): string[] {
  const has = parseEnv(there)
  return text.split('\n').filter((line) => {
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (name === undefined || has[`${name}_FILE`]) return false
    return value === '' ? has[name] === undefined : !has[name]
  })
}
