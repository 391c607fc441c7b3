/** The APIs as OpenAPI 3.1 documents: the service's four, as the sandbox implements them, and that of the BFF. */
import { civicServicePaths, servicePaths, uptimeServicePaths, withoutEndSlashes } from '../routes.ts'
import { bffOperations } from './bff-operations.ts'
import { type Json, pageOf, ref, type SchemaName, schemasFor } from './components.ts'
import { exampleBodies } from './examples.ts'
import { array, inPath, inQuery, type Operation, stateCode, text, uuid } from './operation.ts'

/** A document. */
export interface OpenApiDocument {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Json>
  components: Json
}

/** The names of the documents. */
export const openApiNames = ['action', 'civic-v2', 'civic-v1', 'uptime', 'bff'] as const
/** The name of a document. */
export type OpenApiName = (typeof openApiNames)[number]

const noKey = [401, 'The key is missing or wrong'] as const
const noPlace = [404, 'There is nothing at this address'] as const
const badMethod = [405, 'Another method is asked for'] as const
const details = (...of: (readonly [number, string])[]) =>
  Object.fromEntries(of.map(([status, says]) => [status, [says, ref('Detail')] as [string, Json]]))

const action: Record<string, Record<string, Operation>> = {
  [servicePaths.registration]: {
    post: {
      id: 'register',
      summary: 'Sends a voter’s details (R-A03)',
      key: true,
      body: ref('RegistrationRequest'),
      answers: {
        200: ['A text and up to two buttons', ref('RegistrationResponse')],
        400: ['What is wrong, by field', ref('ValidationError')],
        ...details(noKey, [403, 'The key may not be used'], badMethod, [415, 'Neither JSON nor a form']),
        ...details([429, 'Too many requests']),
      },
    },
  },
  [servicePaths.tracking]: {
    post: {
      id: 'track',
      summary: 'Reports the press of a button: exactly its event_tracking (R-A07, R-A70)',
      body: {},
      answers: {
        201: ['Taken'],
        400: ['Not an event of the service', {}],
        ...details([403, 'It comes with a key'], badMethod),
      },
    },
  },
}

function civic(version: 1 | 2): Record<string, Record<string, Operation>> {
  const paths = civicServicePaths[version]
  const [field, state] = version === 2 ? (['Field', 'StateData'] as const) : (['V1Field', 'V1StateData'] as const)
  return {
    [paths.fields]: {
      get: { id: 'fields', summary: 'The catalogue of fields (R-C05)', answers: { 200: ['All fields', array(field)] } },
    },
    [paths.state]: {
      get: {
        id: 'state',
        summary: 'All facts of a state (R-C14)',
        key: true,
        parameters: [inPath('state', stateCode)],
        answers: { 200: ['The state', ref(state)], ...details(noKey, noPlace) },
      },
    },
    ...('overrides' in paths && {
      [paths.overrides]: {
        get: {
          id: 'overrides',
          summary: 'The values of regions, of all states (R-C23)',
          key: true,
          answers: { 200: ['All overrides', array('Override')], ...details(noKey) },
        },
      },
    }),
  }
}

const place = [
  inQuery('limit', { type: 'integer', minimum: 1 }, 'How many items a page has; 100 unless said otherwise'),
  inQuery('offset', { type: 'integer', minimum: 0 }, 'How many items come before the page'),
]
const list = (id: string, summary: string, name: SchemaName, hasSite = false): Record<string, Operation> => ({
  get: {
    id,
    summary,
    parameters: [...(hasSite ? [inPath('uuid', uuid)] : []), ...place],
    answers: { 200: ['A page', pageOf(name)], ...details(noPlace) },
  },
})

const uptime: Record<string, Record<string, Operation>> = {
  [uptimeServicePaths.sites]: list('sites', 'All monitored sites (R-U02)', 'Site'),
  [uptimeServicePaths.sitesDown]: list('sitesDown', 'Sites that are down now (R-U03)', 'Site'),
  [uptimeServicePaths.site]: {
    get: {
      id: 'site',
      summary: 'One site (R-U04)',
      parameters: [inPath('uuid', uuid)],
      answers: { 200: ['The site', ref('Site')], ...details(noPlace) },
    },
  },
  [uptimeServicePaths.siteChecks]: list('siteChecks', 'The checks of a site, newest first (R-U05)', 'Check', true),
  [uptimeServicePaths.siteDowntime]: list('siteDowntime', 'The outages of a site (R-U06)', 'Downtime', true),
  [uptimeServicePaths.downtime]: list('downtime', 'The outages of all sites (R-U07)', 'Downtime'),
}

const about: Record<OpenApiName, { title: string; version: string; paths: Record<string, Record<string, Operation>> }> =
  {
    action: { title: 'Action API', version: 'v1', paths: action },
    'civic-v2': { title: 'Civic Data API, version 2', version: 'v2', paths: civic(2) },
    'civic-v1': { title: 'Civic Data API, version 1 (deprecated)', version: 'v1', paths: civic(1) },
    uptime: { title: 'State Voter Tool Uptime API', version: 'v1', paths: uptime },
    bff: { title: 'The BFF of the voter registration form', version: 'v1', paths: bffOperations },
  }

/** The description in each document. */
const notes =
  'Made from the schemas with which this project reads and checks these shapes; unknown keys may be added to answers.'

/**
 * Creates a document.
 *
 * @param server the base address of the API, for example `http://127.0.0.1:8788`
 * @param of its version, if it differs from that of the API
 */
export function openApi(name: OpenApiName, server: string, of?: string): OpenApiDocument {
  const { title, paths, version } = about[name]
  const written = Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, writtenPath(item)]))
  const names = [...JSON.stringify(written).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, found = '']) => found)
  const hasKey = Object.values(paths).some((item) => Object.values(item).some(({ key }) => key === true))
  return {
    openapi: '3.1.1',
    info: { title, version: of ?? version, description: notes },
    servers: [{ url: withoutEndSlashes(server) || '/' }],
    paths: written,
    components: {
      schemas: schemasFor(names),
      ...(hasKey && { securitySchemes: { key: { type: 'http', scheme: 'basic' } } }),
    },
  }
}

const writtenPath = (item: Record<string, Operation>): Json =>
  Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, writtenOperation(operation)]))

function writtenOperation({ id, summary, key, parameters, body, answers }: Operation): Json {
  const json = { schema: body, ...(id in exampleBodies && { example: exampleBodies[id] }) }
  return {
    operationId: id,
    summary,
    security: key === true ? [{ key: [] }] : [],
    ...(parameters !== undefined && { parameters }),
    ...(body !== undefined && { requestBody: { required: true, content: { 'application/json': json } } }),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, [description, content]]) => [
        status,
        { description, ...(content !== undefined && { content: contentOf(content) }) },
      ]),
    ),
  }
}

function contentOf(content: Json | string): Json {
  if (typeof content === 'string') return { [content]: { schema: text } }
  const type = content.$ref === ref('Problem').$ref ? 'application/problem+json' : 'application/json'
  return { [type]: { schema: content } }
}
