/** `GET /openapi.json`: the paths of this BFF for tools. Made when it is first asked for. */
import type { Handler } from 'hono'
import { openApi } from '../../contract/openapi/documents.ts'
import type { Env } from '../problem.ts'
import { version } from '../version.ts'

/**
 * Answers with the document.
 *
 * @param basePath where the BFF lies below its host, empty at the top
 */
export function openApiRoute(basePath: string): Handler<Env> {
  let text: string | undefined
  return (c) => {
    text ??= JSON.stringify(openApi('bff', basePath, version))
    c.header('Cache-Control', 'public, max-age=300')
    return c.body(text, 200, { 'Content-Type': 'application/json; charset=utf-8' })
  }
}
