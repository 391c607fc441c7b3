/** The script files that come with the package, read from its folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { version } from '../utils.ts'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** Reads the files of the form's script tags, for `scripts` of {@link createBff} and {@link serve}: the BFF then serves them
 *  at `/element/<version>/`, and they need no other host.
 *  @param folder folder of the files; default: the package's own
 *  @throws when there is no such folder */
export function scriptFiles(folder = ownFolder): ScriptFiles {
  const files = new Map<string, ScriptFile>()
  for (const name of readdirSync(folder)) {
    const type = types[path.extname(name)]
    if (type !== undefined) files.set(name, loadScriptFile(path.join(folder, name), type))
  }
  return { version, file: (name) => files.get(name) }
}

export const ownFolder = fileURLToPath(new URL(`../../element/${version}/`, import.meta.url))

/** Whether the package has the files; it does not when it runs from its source. */
export const hasScriptFiles = (): boolean => existsSync(ownFolder)

function loadScriptFile(filePath: string, type: string): ScriptFile {
  const body = readFileSync(filePath, 'utf8')
  const packed = new Map<ScriptEncoding, Promise<Uint8Array<ArrayBuffer>>>()
  return {
    type,
    body,
    packed(encoding) {
      const bytes = packed.get(encoding) ?? compress[encoding](body)
      packed.set(encoding, bytes)
      return bytes
    },
  }
}

export type ScriptEncoding = 'br' | 'gzip'

export interface ScriptFile {
  type: string
  body: string
  /** Returns the compressed bytes; compresses once for each encoding. */
  packed(encoding: ScriptEncoding): Promise<Uint8Array<ArrayBuffer>>
}

/** The script files of one version. */
export interface ScriptFiles {
  version: string
  /** Returns `undefined` when there is no file of this name. */
  file: (name: string) => ScriptFile | undefined
}
