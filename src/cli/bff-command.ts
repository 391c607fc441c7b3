/** `voter-registration bff`: the backend-for-frontend, configured by the environment. */
import { readFileSync } from 'node:fs'
import { optionsFromEnvironment } from '../bff/environment.ts'
import { serve } from '../bff/serve.ts'

/**
 * Starts the BFF.
 *
 * @param print tells the person at the terminal where it is; never a secret
 * @throws ConfigurationError with every problem of the environment; a Node error with a `code` when it cannot listen
 */
export async function runBff(
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void = console.log,
): Promise<{ url: string; close(): Promise<void> }> {
  const options = optionsFromEnvironment(env, (path) => readFileSync(path, 'utf8'))
  const server = await serve(options)
  print(`BFF: ${server.url} for pages on ${options.allowedOrigins.join(', ')}`)
  return server
}
