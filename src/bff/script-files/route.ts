/** `GET /element/{version}/{file}`: the form's script files, for pages that name them here and on no other host. */
import type { Handler } from 'hono'
import { acceptsEncoding } from '../accepts-encoding.ts'
import { type Env, problem } from '../problem.ts'

/** Where the files are, below the base path. */
export const scriptsPath = '/element'
export const scriptsRoute = `${scriptsPath}/:version/:file`

/** How a file is compressed. */
export type ScriptEncoding = 'br' | 'gzip'

/** One file. */
export interface ScriptFile {
  type: string
  body: string
  /** The bytes, compressed; once for each way. */
  packed(encoding: ScriptEncoding): Promise<Uint8Array<ArrayBuffer>>
}

/** The script files of one version. */
export interface ScriptFiles {
  version: string
  /** `undefined` for a name that there is no file of. */
  file: (name: string) => ScriptFile | undefined
}

/** Serves them to any page: they are public, and one that changed would have another version in its address. */
export function scriptsHandler({ version, file }: ScriptFiles): Handler<Env> {
  return async (c) => {
    // Also where there is no file: else a page's console would show that it is kept from reading, not that it has the wrong version.
    c.header('Access-Control-Allow-Origin', '*')
    const found = c.req.param('version') === version ? file(c.req.param('file') ?? '') : undefined
    if (found === undefined) {
      const detail = `Here are the files of version ${version}, for example ${scriptsPath}/${version}/integrity.json.`
      return problem(c, { status: 404, code: 'not_found', detail })
    }
    c.header('Content-Type', found.type)
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    c.header('Vary', 'Accept-Encoding')
    const encoding = (['br', 'gzip'] as const).find((one) => acceptsEncoding(c, one))
    if (encoding === undefined) return c.body(found.body)
    c.header('Content-Encoding', encoding)
    return c.body(await found.packed(encoding))
  }
}
