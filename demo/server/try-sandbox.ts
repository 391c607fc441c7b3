/** Forwards the requests of the reference's “Try it out” to the sandbox, which has no CORS, like the real service. */
import { Hono } from 'hono'
import { joinUrl } from 'voter-registration/contract'

/** Request headers that a client of the service sends; a browser's other headers are not forwarded. */
const passedOn = ['Accept', 'Authorization', 'Content-Type']

/** Hop-by-hop response headers: they describe the connection to the sandbox, not its response. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-encoding', 'content-length'])

/** `/v1/…` and `/v2/…` of the sandbox, with GET and POST; 404 for everything else, 502 when the sandbox is unavailable. */
export function trySandbox({ sandbox }: { sandbox: string }, ask: typeof fetch = fetch): Hono {
  const app = new Hono()
  app.on(['GET', 'POST'], '/:version{v[12]}/*', async (c) => {
    const { pathname, search } = new URL(c.req.url)
    const headers = passedOn.flatMap((name) => {
      const value = c.req.header(name)
      return value === undefined ? [] : [[name, value] as [string, string]]
    })
    const body = c.req.method === 'POST' ? await c.req.arrayBuffer() : null
    const path = `${pathname.replace(/^.*?(?=\/v[12]\/)/, '')}${search}`
    const answer = await ask(joinUrl(sandbox, path), { method: c.req.method, headers, body, redirect: 'manual' }).catch(
      () => undefined,
    )
    if (answer === undefined) return c.json({ detail: 'The sandbox does not answer.' }, 502)
    const shown = [...answer.headers].filter(([name]) => !ofConnection.has(name))
    return new Response(answer.body, { status: answer.status, headers: shown })
  })
  return app
}
