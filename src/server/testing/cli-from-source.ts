/**
 * Returns the arguments with which Node runs a package's command line from its source, in a process of its own.
 *
 * @param module its module in `src`, without the ending
 */
export function getCliArguments(module: string): string[] {
  const program = `
  import { createServer } from 'vite'
  const server = { middlewareMode: true, ws: false, watch: null }
  const optimizeDeps = { noDiscovery: true }
  const vite = await createServer({ configFile: false, logLevel: 'silent', appType: 'custom', server, optimizeDeps })
  const { main } = await vite.ssrLoadModule('/src/${module}.ts')
  await main()
  await vite.close()
`
  return ['--input-type=module', '--eval', program, 'cli.js']
}
