/** `voter-registration bff`: the backend-for-frontend, configured by the environment. */
import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { optionsFromEnvironment } from '../bff/environment.ts'
import { serve } from '../bff/serve.ts'
import { bffPaths } from '../contract/routes.ts'

/** What this process asks of V8, measured in `npm run bench`; src/bff/README.md, "Memory to plan for", has more. */
const wishes = [
  // V8 learns where objects live long, and makes such objects among the old ones from then on. What a busy minute has taught
  // it keeps each finished registration until the next large collection, and everyone waits twice as long for the small ones.
  '--no-allocation-site-pretenuring',
  // Old objects may become a third more before they are collected, not four times as many: memory that one need not plan for.
  '--heap-growing-percent=30',
]

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
  for (const wish of wishes) setFlagsFromString(wish)
  const options = optionsFromEnvironment(env, (path) => readFileSync(path, 'utf8'))
  // React asks for it when it is loaded; in its development build each page would take six times as long.
  process.env.NODE_ENV ??= 'production'
  const hosted = options.page === false ? undefined : await import('../hosted/hosted-page.tsx')
  const server = await serve(options, { ...(hosted && { page: hosted.hostedPage() }) })
  print(`BFF: ${server.url} for pages on ${options.allowedOrigins.join(', ')}`)
  if (hosted !== undefined) print(`Its own page with the form: ${server.url}${options.basePath ?? ''}${bffPaths.page}`)
  return server
}
