/** The Civic Data API, versions 2 and 1 (R-C01 to R-C35). Where the specification is silent it responds as the registration call does. */
import { type Context, Hono } from 'hono'
import type { StateData } from '../contract/civic-data/state-data.ts'
import { civicServicePaths } from '../contract/routes.ts'
import { isStateCode, stateCodes } from '../contract/states.ts'
import { refuseKey } from './basic-auth.ts'
import { type CivicPart, findCivicScenario } from './civic-scenarios.ts'
import { toVersion1 } from './civic-v1.ts'
import { type Env, type SandboxContext, stageOf } from './context.ts'
import { civicFields } from './data/civic-fields.ts'
import { civicFieldsV1 } from './data/civic-fields-v1.ts'
import { civicOverrides, civicStateData, type Replace } from './data/civic-state-data.ts'
import { toolPage } from './pages.ts'
import { refuseAccept, refuseMethod } from './read-body.ts'
import { detail, jsonText } from './service-answers.ts'
import { addApiPath } from './service-framework.ts'

interface Endpoint {
  part: CivicPart
  path: string
  key: 'open' | 'basic'
  value: (state: string) => unknown
}

export function civicApi(context: SandboxContext): Hono<Env> {
  const app = new Hono<Env>()
  for (const endpoint of endpoints(context)) {
    const texts = new Map<string, string>()
    const textOf = (state: string) => {
      const text = texts.get(state) ?? JSON.stringify(endpoint.value(state))
      if (text !== undefined) texts.set(state, text)
      return text
    }
    const route = endpoint.path.replace('{state}', ':state')
    addApiPath(app, { path: route, allow: 'GET, HEAD, OPTIONS' }, (c) => answer(c, context, { ...endpoint, textOf }))
  }
  return app
}

/** Handles one call, in the service's order: Accept, key, method; then the data, or the scenario's response. */
async function answer(
  c: Context<Env>,
  context: SandboxContext,
  { part, key, textOf }: Endpoint & { textOf: (state: string) => string | undefined },
): Promise<Response> {
  const refused =
    refuseAccept(c.req.raw) ??
    (key === 'basic' ? refuseKey(c.req.header('authorization')) : undefined) ??
    refuseMethod(c.req.method, 'GET', 'HEAD')
  if (refused !== undefined) return refused
  const usual = textOf(c.req.param('state') ?? '')
  if (usual === undefined) return detail(404, 'Not found.')
  const scenario = findCivicScenario(context.civic, part, key === 'basic')
  if (scenario === undefined) return jsonText(200, usual)
  c.set('scenario', scenario.name)
  return scenario.answer(usual, stageOf(c, context))
}

function endpoints(context: SandboxContext): Endpoint[] {
  const replace = replaceIn(context)
  const version2 = (state: string) => (isStateCode(state) ? civicStateData(state, replace) : undefined)
  const version1 = (state: string) =>
    isStateCode(state) ? toVersion1(civicStateData(state, replace), civicOverrides(replace)) : undefined
  const [v1, v2] = [civicServicePaths[1], civicServicePaths[2]]
  return [
    { part: 'fields', path: v2.fields, key: 'open', value: () => civicFields },
    { part: 'state', path: v2.state, key: 'basic', value: version2 },
    { part: 'overrides', path: v2.overrides, key: 'basic', value: () => civicOverrides(replace) },
    { part: 'fields', path: v1.fields, key: 'open', value: () => civicFieldsV1 },
    { part: 'state', path: v1.state, key: 'basic', value: version1 },
  ]
}

function replaceIn({ publicUrl, officialUrls }: SandboxContext): Replace {
  return officialUrls ? ({ url }) => url : (official) => toolPage(publicUrl, official)
}

export function servedStates(context: SandboxContext): StateData[] {
  return stateCodes.map((code) => civicStateData(code, replaceIn(context)))
}
