/** The Civic Data API, versions 2 and 1: bare lists and one object for each state, every path with its slash (R-C01 to
 *  R-C35). Where the specification is silent (R-C30) it answers as the registration call does. */
import { type Context, Hono } from 'hono'
import { civicServicePaths } from '../contract/routes.ts'
import { isStateCode, type StateCode } from '../contract/states.ts'
import { refuseKey } from './basic-auth.ts'
import type { CivicPart } from './civic-scenarios.ts'
import { toVersion1 } from './civic-v1.ts'
import type { Env, World } from './context.ts'
import { civicFields } from './data/civic-fields.ts'
import { civicFieldsV1 } from './data/civic-fields-v1.ts'
import { civicOverrides, civicStateData, type Replace } from './data/civic-state-data.ts'
import { refuseAccept } from './read-body.ts'
import { resetConnection } from './reset-connection.ts'
import { detail, jsonText } from './service-answers.ts'
import { apiHeaders } from './service-framework.ts'
import { toolPage } from './tool-pages.ts'

/** One endpoint: its path, whether it asks for the key, and its JSON for the state in the path, if that exists. */
interface Endpoint {
  part: CivicPart
  path: string
  key: 'open' | 'basic'
  text: (state: string) => string | undefined
}

/** The routes. */
export function civicApi(world: World): Hono<Env> {
  const app = new Hono<Env>()
  for (const endpoint of endpoints(world)) {
    const route = endpoint.path.replace('{state}', ':state')
    app.all(route.slice(0, -1), (c) => {
      const { pathname, search } = new URL(c.req.url)
      const headers = { Location: `${pathname}/${search}`, 'Content-Type': 'text/html; charset=utf-8' }
      return c.body(null, 301, headers)
    })
    app.all(route, apiHeaders('GET, HEAD, OPTIONS'), (c) => answer(c, world, endpoint))
  }
  return app
}

/** Answers one call, in the service's order: Accept, key, method; then the data, or what the scenario makes of it. */
async function answer(c: Context<Env>, world: World, { part, key, text }: Endpoint): Promise<Response> {
  const refused =
    refuseAccept(c.req.raw) ??
    (key === 'basic' ? refuseKey(c.req.header('authorization')) : undefined) ??
    refuseMethod(c.req.method)
  if (refused !== undefined) return refused
  const usual = text(c.req.param('state') ?? '')
  if (usual === undefined) return detail(404, 'Not found.')
  const scenario = world.civic.on(part, key === 'basic')
  if (scenario === undefined) return jsonText(200, usual)
  c.set('scenario', scenario.name)
  return scenario.answer(usual, {
    publicUrl: world.publicUrl,
    signal: c.req.raw.signal,
    sleep: world.sleep,
    reset: () => resetConnection(c.env),
  })
}

/** The 405 for everything that does not read (R-C01), or `undefined`. */
function refuseMethod(method: string): Response | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined
  return detail(405, `Method "${method}" not allowed.`, { Allow: 'GET, HEAD, OPTIONS' })
}

function endpoints({ publicUrl, officialUrls }: World): Endpoint[] {
  const replace: Replace = officialUrls ? ({ url }) => url : (official) => toolPage(publicUrl, official)
  const overrides = once(() => civicOverrides(replace))
  const version2 = eachOnce((code) => civicStateData(code, replace))
  const stateText2 = eachOnce((code) => JSON.stringify(version2(code)))
  const stateText1 = eachOnce((code) => JSON.stringify(toVersion1(version2(code), overrides())))
  const [v1, v2] = [civicServicePaths[1], civicServicePaths[2]]
  return [
    { part: 'fields', path: v2.fields, key: 'open', text: once(() => JSON.stringify(civicFields)) },
    { part: 'state', path: v2.state, key: 'basic', text: ofState(stateText2) },
    { part: 'overrides', path: v2.overrides, key: 'basic', text: once(() => JSON.stringify(overrides())) },
    { part: 'fields', path: v1.fields, key: 'open', text: once(() => JSON.stringify(civicFieldsV1)) },
    { part: 'state', path: v1.state, key: 'basic', text: ofState(stateText1) },
  ]
}

/** For a path with a state: nothing for what is none of the 51. */
function ofState(textOf: (code: StateCode) => string): (state: string) => string | undefined {
  return (state) => (isStateCode(state) ? textOf(state) : undefined)
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function eachOnce<Value>(make: (code: StateCode) => Value): (code: StateCode) => Value {
  const made = new Map<StateCode, Value>()
  return (code) => {
    const before = made.get(code)
    if (before !== undefined) return before
    const value = make(code)
    made.set(code, value)
    return value
  }
}
