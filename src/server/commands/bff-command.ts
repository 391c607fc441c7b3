/** `voter-registration-server bff`: the backend-for-frontend, configured by the environment. */
import { bffPaths, scriptsPath } from '../../contract/routes.ts'
import { readOperatorText } from '../operator-files.ts'
import { optionsFromEnvironment } from '../options/bff-config.ts'
import { hasScriptFiles, scriptFiles } from '../script-files/script-files.ts'
import { type RunningServer, serve } from '../serve.ts'

/** `print` never gets a secret. @throws ConfigurationError with every problem; StartFailed when it cannot listen */
export async function runBff(
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void = console.log,
): Promise<RunningServer> {
  const options = optionsFromEnvironment(env, readOperatorText)
  // React reads it when it is loaded. The development build of React takes six times as long for each page.
  process.env.NODE_ENV ??= 'production'
  const hosted = options.page === false ? undefined : await import('../../form/hosted.ts')
  const scripts = hasScriptFiles() ? scriptFiles() : undefined
  const parts = { ...(hosted && { page: hosted.hostedPage() }), ...(scripts && { scripts }) }
  const server = await serve(options, parts)
  const address = `${server.url}${options.basePath ?? ''}`
  print(`BFF: ${address} for pages on ${options.allowedOrigins.join(', ')}`)
  if (hosted !== undefined) print(`Its own page with the form: ${address}${bffPaths.page}`)
  if (scripts !== undefined)
    print(`Its script files: ${address}${scriptsPath}/${scripts.version}/voter-registration.js`)
  return server
}
