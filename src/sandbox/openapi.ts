/** The sandbox's APIs as OpenAPI documents: a description of them, not the validation of requests. */
import { Hono } from 'hono'
import { type OpenApiName, openApi } from '../contract/openapi/documents.ts'
import type { Env } from './context.ts'

const played = ['action', 'civic-v2', 'civic-v1', 'uptime'] as const satisfies readonly OpenApiName[]

/** The routes; pages of any origin may read them, as all of `/_sandbox/`. */
export function openApiPages(publicUrl: string): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/_sandbox/openapi', (c) =>
    c.json(Object.fromEntries(played.map((name) => [name, `${publicUrl}/_sandbox/openapi/${name}.json`]))),
  )
  for (const name of played) app.get(`/_sandbox/openapi/${name}.json`, (c) => c.json(openApi(name, publicUrl)))
  return app
}
