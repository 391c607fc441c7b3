/** Lists what built code imports, with the bundler's own parser. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/**
 * Returns what the JavaScript below a folder imports, without its own files.
 *
 * @returns for each package, or module of Node, the files that import it
 */
export function importsBelow(folder) {
  const found = new Map()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.js')) continue
    const code = readFileSync(path.join(folder, file), 'utf8')
    const { staticImports, staticExports, dynamicImports } = parseSync(file, code).module
    const specifiers = [
      ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value)),
      // A specifier that is built at run time names no package.
      ...dynamicImports
        .map(({ moduleRequest: { start, end } }) => code.slice(start, end))
        .filter((request) => /^'[^']+'$|^"[^"]+"$/.test(request))
        .map((request) => request.slice(1, -1)),
    ]
    for (const specifier of specifiers) {
      if (specifier === undefined || specifier.startsWith('.')) continue
      const [, name = specifier] = /^((?:@[^/]+\/)?[^/]+)/.exec(specifier) ?? []
      found.set(name, [...(found.get(name) ?? []), file])
    }
  }
  return found
}
