/** The Civic Data API, versions 2 and 1 (R-C01 to R-C35). Where the specification is silent it responds as the registration call does. */
import { type Context, Hono } from 'hono'
import type { StateData } from '../contract/civic-data/state-data.ts'
import { civicServicePaths } from '../contract/routes.ts'
import { isStateCode, stateCodes } from '../contract/states.ts'
import { rejectKey } from './basic-auth.ts'
import { type CivicPart, findCivicScenario } from './civic-scenarios.ts'
import { toVersion1 } from './civic-v1.ts'
import { createScenarioContext, type SandboxContext, type SandboxEnv } from './context.ts'
import { civicFields } from './data/civic-fields.ts'
import { civicFieldsV1 } from './data/civic-fields-v1.ts'
import { civicOverrides, civicStateData, type Replace } from './data/civic-state-data.ts'
import { getToolPageUrl } from './pages.ts'
import { rejectAccept, rejectMethod } from './read-body.ts'
import { detail, jsonText } from './service-answers.ts'
import { addApiPath } from './service-framework.ts'

interface Endpoint {
  part: CivicPart
  path: string
  key: 'open' | 'basic'
  value: (state: string) => unknown
}

export function civicApi(context: SandboxContext): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>()
  for (const endpoint of listEndpoints(context)) {
    const texts = new Map<string, string>()
    const getText = (state: string) => {
      const text = texts.get(state) ?? JSON.stringify(endpoint.value(state))
      if (text !== undefined) texts.set(state, text)
      return text
    }
    const route = endpoint.path.replace('{state}', ':state')
    addApiPath(app, { path: route, allow: 'GET, HEAD, OPTIONS' }, (c) =>
      handleCall(c, context, { ...endpoint, getText }),
    )
  }
  return app
}

/** Handles one call, in the service's order: Accept, key, method; then the data, or the scenario's response. */
async function handleCall(
  c: Context<SandboxEnv>,
  context: SandboxContext,
  { part, key, getText }: Endpoint & { getText: (state: string) => string | undefined },
): Promise<Response> {
  const rejection =
    rejectAccept(c.req.raw) ??
    (key === 'basic' ? rejectKey(c.req.header('authorization')) : undefined) ??
    rejectMethod(c.req.method, 'GET', 'HEAD')
  if (rejection !== undefined) return rejection
  const defaultText = getText(c.req.param('state') ?? '')
  if (defaultText === undefined) return detail(404, 'Not found.')
  const scenario = findCivicScenario(context.civic, part, key === 'basic')
  if (scenario === undefined) return jsonText(200, defaultText)
  c.set('scenario', scenario.name)
  return scenario.answer(defaultText, createScenarioContext(c, context))
}

function listEndpoints(context: SandboxContext): Endpoint[] {
  const replace = createReplace(context)
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

function createReplace({ publicUrl, officialUrls }: SandboxContext): Replace {
  return officialUrls ? ({ url }) => url : (official) => getToolPageUrl(publicUrl, official)
}

export function listStates(context: SandboxContext): StateData[] {
  return stateCodes.map((code) => civicStateData(code, createReplace(context)))
}
