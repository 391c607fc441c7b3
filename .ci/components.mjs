/** Says which packages the bytes of a built script come from, by the script's source map. */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'

/** The owner of this tree's sources. */
const own = 'voter-registration'

/** What the source map names no source of: what the bundler puts around, and generated texts. */
const frame = 'the bundler'

/**
 * Returns a script's size, hash, components, and how many bytes are of none of them: what the bundler puts around,
 * and the texts that this tree generates.
 *
 * @param {string} code
 * @param {import('node:module').SourceMapPayload | undefined} map
 * @returns {{ size: number, sha256: string, unmapped: number, components: { name: string, version: string, bytes: number }[] }}
 * @throws Error when a source is of a package that is not installed
 */
export function componentsIn(code, map) {
  const bytes = new Map()
  const entries = map && new SourceMap(map)
  const owners = new Map()
  const ownerOf = (source) => {
    if (!owners.has(source)) owners.set(source, packageOf(source))
    return owners.get(source)
  }
  for (const [number, line] of code.split(/(?<=\n)/).entries()) {
    let [begin, owner] = [0, frame]
    const add = (end) => bytes.set(owner, (bytes.get(owner) ?? 0) + Buffer.byteLength(line.slice(begin, end)))
    for (let column = 0; column < line.length; column++) {
      const { originalSource, generatedLine } = entries?.findEntry(number, column) ?? {}
      const next = generatedLine === number && originalSource ? ownerOf(originalSource) : frame
      if (next === owner) continue
      add(column)
      ;[begin, owner] = [column, next]
    }
    add(line.length)
  }
  const components = [...bytes]
    .filter(([name, count]) => count > 0 && name !== frame)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    size: Buffer.byteLength(code),
    unmapped: bytes.get(frame) ?? 0,
    sha256: hash('sha256', code),
    components: components.map(([name, count]) => ({ name, version: versionOf(name), bytes: count })),
  }
}

/** The package that a source is of: the innermost folder of `node_modules`, else this tree. */
function packageOf(source) {
  const [, name = own] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source) ?? []
  return name
}

function versionOf(name) {
  const file = name === own ? 'package.json' : `node_modules/${name}/package.json`
  return JSON.parse(readFileSync(file, 'utf8')).version
}
