/** `/_sandbox/*`: the API for testers. Readable from any page, since it contains only the data of fictional people. */
import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { isStateCode, type StateCode, states } from '../contract/states.ts'
import { describeCivic, parseCivicBehavior } from './civic-scenarios.ts'
import { type Failure, failures, type SandboxContext, type SandboxEnv } from './context.ts'
import { isAccepted, scenarios } from './scenarios.ts'

export function createInspection(context: SandboxContext): Hono<SandboxEnv> {
  const { received, everyone, downSites, onSites } = context
  const app = new Hono<SandboxEnv>()
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
    const scenario = scenarios.find(({ name }) => JSON.stringify(requested) === JSON.stringify({ scenario: name }))
    if (scenario === undefined) return c.json({ detail: '"scenario" must be a name of GET /_sandbox/scenarios.' }, 400)
    everyone.scenario = scenario
    return c.json({ scenario: scenario.name })
  })
  app.delete('/_sandbox/everyone', (c) => {
    everyone.scenario = undefined
    return c.body(null, 204)
  })
  app.get('/_sandbox/civic', (c) => c.json(describeCivic(context.civic)))
  app.put('/_sandbox/civic', async (c) => {
    const behavior = parseCivicBehavior(await c.req.json().catch(() => undefined))
    if (typeof behavior === 'string') return c.json({ detail: behavior }, 400)
    context.civic = behavior
    return c.json(describeCivic(behavior))
  })
  app.delete('/_sandbox/civic', (c) => {
    context.civic = {}
    return c.body(null, 204)
  })
  const listDownSites = (c: Context) => c.json({ down: Object.fromEntries(downSites) })
  const setSites = (state: StateCode, failure: Failure | undefined) => {
    if (failure === undefined) downSites.delete(state)
    else downSites.set(state, failure)
    onSites(state, failure)
  }
  app.get('/_sandbox/sites', listDownSites)
  app.put('/_sandbox/sites/:state', async (c) => {
    const state = c.req.param('state')
    const { failure: requested = 'error' } = Object(await c.req.json().catch(() => undefined))
    const failure = failures.find((candidate) => candidate === requested)
    const unknown = `There is no state "${state}". Use one of ${Object.keys(states).join(', ')}.`
    if (!isStateCode(state)) return c.json({ detail: unknown }, 400)
    if (failure === undefined) return c.json({ detail: `"failure" must be one of ${failures.join(', ')}.` }, 400)
    setSites(state, failure)
    return listDownSites(c)
  })
  app.delete('/_sandbox/sites/:state?', (c) => {
    const only = c.req.param('state')
    for (const state of downSites.keys()) if (only === undefined || state === only) setSites(state, undefined)
    return listDownSites(c)
  })
  return app
}

function scenarioList() {
  return scenarios.map(({ name, upstream, voter, screen = 'answer', methods, behavior }) => ({
    name,
    email: `anything+${name}@example.org`,
    upstream,
    voter,
    screen,
    methods,
    accepted: isAccepted(behavior),
  }))
}
