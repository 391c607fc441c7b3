/** `GET /openapi.json`: the paths of this BFF for tools. Generated at the first request. */
import { type Handler, Hono } from 'hono'
import { openApi } from '../../contract/openapi/documents.ts'
import { bffPaths } from '../../contract/routes.ts'
import type { Env } from '../problem.ts'
import { version } from '../version.ts'

/**
 * Creates the route.
 *
 * @param basePath path of the BFF on its host, empty at the root
 */
export const openApiRoutes = ({ basePath }: { basePath: string }): Hono<Env> =>
  new Hono<Env>().get(bffPaths.openApi, openApiRoute(basePath))

/** Route handler that responds with the document. */
function openApiRoute(basePath: string): Handler<Env> {
  let text: string | undefined
  return (c) => {
    text ??= JSON.stringify(openApi(basePath, version))
    c.header('Cache-Control', 'public, max-age=300')
    return c.body(text, 200, { 'Content-Type': 'application/json; charset=utf-8' })
  }
}
