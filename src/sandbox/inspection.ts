/** `/_sandbox/*`: the sandbox's own API for testers and test programs. Readable from any page, since it contains only the data
 *  of fictional people. */
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Env, SandboxContext } from './context.ts'
import { isAccepted, scenarios } from './scenarios.ts'

/** The routes. */
export function inspection({ received, everyone, civic, downed }: SandboxContext): Hono<Env> {
  const app = new Hono<Env>()
  app.use('/_sandbox/*', cors({ origin: '*', allowMethods: ['GET', 'PUT', 'DELETE'] }))
  app.use('/_sandbox/*', async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-store')
  })
  app.get('/_sandbox/received', (c) => c.json(received.list()))
  app.delete('/_sandbox/received', (c) => {
    received.clear()
    return c.body(null, 204)
  })
  app.get('/_sandbox/scenarios', (c) => c.json(scenarioList()))
  app.put('/_sandbox/everyone', async (c) => {
    const requested: unknown = await c.req.json().catch(() => undefined)
    const found = scenarios.find(({ name }) => JSON.stringify(requested) === JSON.stringify({ scenario: name }))
    if (found === undefined) return c.json({ detail: '"scenario" must be a name of GET /_sandbox/scenarios.' }, 400)
    everyone.scenario = found
    return c.json({ scenario: found.name })
  })
  app.delete('/_sandbox/everyone', (c) => {
    everyone.scenario = undefined
    return c.body(null, 204)
  })
  app.get('/_sandbox/civic', (c) => c.json(civic.describe()))
  app.put('/_sandbox/civic', async (c) => {
    const wrong = civic.change(await c.req.json().catch(() => undefined))
    return wrong === undefined ? c.json(civic.describe()) : c.json({ detail: wrong }, 400)
  })
  app.delete('/_sandbox/civic', (c) => {
    civic.reset()
    return c.body(null, 204)
  })
  app.get('/_sandbox/sites', (c) => c.json({ down: downed.list() }))
  app.put('/_sandbox/sites/:state', async (c) => {
    const wrong = downed.take(c.req.param('state'), await c.req.json().catch(() => undefined))
    return wrong === undefined ? c.json({ down: downed.list() }) : c.json({ detail: wrong }, 400)
  })
  app.delete('/_sandbox/sites/:state?', (c) => {
    downed.bringBack(c.req.param('state'))
    return c.json({ down: downed.list() })
  })
  return app
}

/** The table as JSON: the response of `GET /_sandbox/scenarios`. */
function scenarioList() {
  return scenarios.map(({ name, upstream, voter, screen = 'answer', ways, play }) => ({
    name,
    email: `anything+${name}@example.org`,
    upstream,
    voter,
    screen,
    ways,
    accepted: isAccepted(play),
  }))
}
