/** Serves the service's raw Civic data to the demo's pages, which have no key. Only a demo does that: the BFF sends a page
 *  no more than a voter needs. */
import { Hono } from 'hono'
import { civicServicePaths, isStateCode, joinUrl, statePath } from 'voter-registration/contract'

/** The source of the data. */
export interface CivicSource {
  /** Base URL of the sandbox. */
  sandbox: string
  /** Its key as `id:secret`. */
  sandboxKey: string
}

/** `/1/fields`, `/2/fields`, `/1/states/TN`, `/2/states/TN`, `/2/overrides`; 404 for everything else, 502 without the sandbox. */
export function civicSource({ sandbox, sandboxKey }: CivicSource, ask: typeof fetch = fetch): Hono {
  const source = new Hono()
  const authorization = { Authorization: `Basic ${btoa(sandboxKey)}` }
  const pass = async (path: string, headers: Record<string, string>) => {
    const answer = await ask(joinUrl(sandbox, path), { headers }).catch(() => undefined)
    if (answer?.ok !== true) return Response.json({ detail: 'The sandbox does not answer.' }, { status: 502 })
    return new Response(answer.body, { headers: { 'Content-Type': 'application/json; charset=utf-8' } })
  }
  for (const version of [1, 2] as const) {
    source.get(`/${version}/fields`, () => pass(civicServicePaths[version].fields, {}))
    source.get(`/${version}/states/:code`, (c) => {
      const code = c.req.param('code')
      if (!isStateCode(code)) return c.notFound()
      return pass(statePath(version, code), authorization)
    })
  }
  source.get('/2/overrides', () => pass(civicServicePaths[2].overrides, authorization))
  return source
}
