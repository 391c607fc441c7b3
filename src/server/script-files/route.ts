/** `GET /element/{version}/{file}`: the form's script files, for pages that load them from this host only. */
import { type Handler, Hono } from 'hono'
import { scriptsPath } from '../../contract/routes.ts'
import { acceptsEncoding } from '../compression.ts'
import { type Env, problem } from '../problem.ts'
import { type FirstScreenHtmlDeps, firstScreenHtml, firstScreenHtmlPath } from './first-screen-html.ts'
import type { ScriptFiles } from './script-file.ts'

/** Creates the routes. The first screen of a language that is not offered is not there. */
export function scriptRoutes(deps: FirstScreenHtmlDeps & { isOffered: (language: string) => boolean }): Hono<Env> {
  const file: ScriptFiles['file'] = (name) => {
    const [, language] = /^first-screen\.(.+)\.json$/.exec(name) ?? []
    return language === undefined || deps.isOffered(language) ? deps.scripts.file(name) : undefined
  }
  const scripts = { ...deps.scripts, file }
  return new Hono<Env>()
    .get(firstScreenHtmlPath, firstScreenHtml({ ...deps, scripts }))
    .get(`${scriptsPath}/:version/:file`, scriptsHandler(scripts))
}

/** Route handler that serves the files to any page: they are public, and a changed file has another version in its URL. */
function scriptsHandler({ version, file }: ScriptFiles): Handler<Env> {
  return async (c) => {
    // Also when there is no file: otherwise a page's console would report a CORS error instead of the wrong version.
    c.header('Access-Control-Allow-Origin', '*')
    const found = c.req.param('version') === version ? file(c.req.param('file') ?? '') : undefined
    if (found === undefined) {
      const detail = `This server has the files of version ${version} only, for example ${scriptsPath}/${version}/integrity.json.`
      return problem(c, { status: 404, code: 'not_found', detail })
    }
    c.header('Content-Type', found.type)
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    c.header('Vary', 'Accept-Encoding')
    // The list of hashes is small, and a person who opens it gets it as a page.
    const isList = c.req.param('file') === 'integrity.json'
    const encoding = isList ? undefined : (['br', 'gzip'] as const).find((one) => acceptsEncoding(c, one))
    if (encoding === undefined) return c.body(found.body)
    c.header('Content-Encoding', encoding)
    return c.body(await found.packed(encoding))
  }
}
