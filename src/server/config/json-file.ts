/** Reads a JSON file of the operator by its schema. Node only. */
import * as z from 'zod/mini'
import { problemsIn } from '../options/check-options.ts'
import { ConfigurationError } from '../options/configuration-error.ts'
import { UnreadableFile } from '../options/unreadable-file.ts'
import { readOperatorText } from './operator-file.ts'

/**
 * Reads the file and checks what is in it.
 *
 * @param key what its content is called in the path of a problem, for example `notices.0.text`
 * @param named completes a problem with the file and the variable that names it
 * @throws ConfigurationError that lists every problem
 */
export function readJsonFile<Schema extends z.ZodMiniType>(
  file: string,
  key: string,
  schema: Schema,
  named: (problem: string) => string,
): z.output<Schema> {
  let content: unknown
  try {
    content = JSON.parse(readOperatorText(file))
  } catch (error) {
    const problem = error instanceof UnreadableFile ? error.message : 'The file is not JSON. Write it as JSON.'
    throw new ConfigurationError([named(problem)])
  }
  const problems = problemsIn(z.strictObject({ [key]: schema }), { [key]: content })
  if (problems.length > 0) throw new ConfigurationError(problems.map(({ option, says }) => named(`${option} ${says}`)))
  return schema.parse(content)
}
