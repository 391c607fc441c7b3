/** `GET /openapi.json`: the paths of this BFF for tools. Generated at the first request. */
import { STATUS_CODES } from 'node:http'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import {
  bffHeaders,
  EncryptedAnswer,
  EncryptedButton,
  Problem,
  SavedAnswer,
  Settings,
  Wording,
} from '../../contract/bff-api.ts'
import { StateFact, StateFacts } from '../../contract/civic-data/state-facts.ts'
import { RegistrationRequest, ValidationError } from '../../contract/registration.ts'
import { bffPaths, withoutEndSlashes } from '../../contract/routes.ts'
import { AnswerRequest, ClickReport } from '../../contract/sealed-tokens.ts'
import { Sites } from '../../contract/sites.ts'
import { stateCodes } from '../../contract/states.ts'
import { CalendarDate, Email, Phone, ShortText, ZipCode } from '../../contract/text-schemas.ts'
import type { Env } from '../problem.ts'
import { version } from '../utils.ts'

type Json = Readonly<Record<string, unknown>>
type Parameter = Json & { name: string }

const documented = {
  RegistrationRequest,
  ValidationError,
  Settings,
  Wording,
  EncryptedAnswer,
  AnswerRequest,
  SavedAnswer,
  EncryptedButton,
  ClickReport,
  Problem,
  StateFacts,
  StateFact,
  Sites,
}

/** The JSON Schema counterparts of checks that are code: the schemas of the request's texts. */
const rules = new Map<unknown, Json>([
  [ShortText, { minLength: 1, maxLength: 256 }],
  [CalendarDate, { format: 'date' }],
  [Email, { format: 'email', maxLength: 254 }],
  [Phone, { pattern: '^\\+[1-9][0-9]{1,14}$', description: 'E.164' }],
  [ZipCode, { pattern: '^[0-9]{5}$' }],
])

const ref = (name: keyof typeof documented): Json => ({ $ref: `#/components/schemas/${name}` })
const problemRef = ref('Problem')
const textSchema: Json = { type: 'string' }
const uuidSchema: Json = { type: 'string', format: 'uuid' }
const stateCodeSchema: Json = { type: 'string', enum: [...stateCodes] }
const inPath = (name: string, schema: Json) => ({ in: 'path', name, required: true, schema })
const inQuery = (name: string, schema: Json, description: string) => ({ in: 'query', name, schema, description })
const inHeader = (name: string, description: string) => ({ in: 'header', name, schema: textSchema, description })
const partner = inQuery('partner', textSchema, 'The partner of the form, if several share the BFF')

interface Operation {
  summary: string
  parameters?: readonly Parameter[]
  body?: Json
  /** The schemas by status; `undefined` for an answer without a body. */
  answers: Readonly<Record<number, Json | undefined>>
}

const operations: Readonly<Record<Exclude<keyof typeof bffPaths, 'page'>, Operation>> = {
  registrations: {
    summary: 'Forwards a form to the service, once for each Idempotency-Key',
    parameters: [
      { ...inHeader(bffHeaders.idempotencyKey, 'One for each filled form'), schema: uuidSchema, required: true },
      { ...inHeader(bffHeaders.consentVersion, 'The version of the wording that was on the screen'), required: true },
      inHeader(bffHeaders.formVersion, 'The version of the form'),
      inHeader(bffHeaders.campaign, 'Where the voter came from, for the log'),
      inHeader(bffHeaders.challengeSolution, 'The solution of a challenge'),
      partner,
    ],
    body: ref('RegistrationRequest'),
    answers: {
      200: ref('EncryptedAnswer'),
      400: { anyOf: [ref('ValidationError'), problemRef] },
      ...Object.fromEntries([403, 404, 409, 413, 415, 422, 429, 502, 503, 504].map((status) => [status, problemRef])),
    },
  },
  choices: {
    summary: 'Reports a click on a button of the answer',
    body: ref('ClickReport'),
    answers: { 202: undefined, 400: problemRef, 503: problemRef },
  },
  answers: {
    summary: 'Returns the result of a sent form again, for 15 minutes; as JSON or text/plain',
    parameters: [partner],
    body: ref('AnswerRequest'),
    answers: { 200: ref('SavedAnswer'), 400: problemRef, 404: problemRef, 503: problemRef },
  },
  settings: {
    summary: 'Names, links and wording',
    parameters: [partner],
    answers: { 200: ref('Settings'), 404: problemRef },
  },
  messages: {
    summary: 'The form’s texts in a language, by key',
    parameters: [inPath('language', textSchema), partner],
    answers: { 200: { type: 'object' }, 404: problemRef },
  },
  states: {
    summary: 'Facts about a state. Only with CIVIC_URL',
    parameters: [inPath('code', stateCodeSchema), inQuery('region', textSchema, 'One of its regions')],
    answers: { 200: ref('StateFacts'), 404: problemRef, 502: problemRef, 503: problemRef },
  },
  sites: {
    summary: 'Which sites of states are up, down ones first. Only with UPTIME_URL',
    parameters: [inQuery('state', stateCodeSchema, 'The sites of one state')],
    answers: { 200: ref('Sites'), 404: problemRef },
  },
  openApi: { summary: 'This document', answers: { 200: { type: 'object' } } },
  health: { summary: 'Whether the process is alive', answers: { 200: {}, 503: {} } },
  ready: { summary: 'Whether the process is ready', answers: { 200: {}, 503: {} } },
}

function pathItem(operationId: string, { summary, parameters, body, answers }: Operation): Json {
  const responses = Object.entries(answers).map(([status, schema]) => {
    const mediaType = schema === problemRef ? 'application/problem+json' : 'application/json'
    const content = schema !== undefined && { content: { [mediaType]: { schema } } }
    return [status, { description: STATUS_CODES[status], ...content }]
  })
  return {
    [body === undefined ? 'get' : 'post']: {
      operationId,
      summary,
      security: [],
      ...(parameters !== undefined && { parameters }),
      ...(body !== undefined && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
      responses: Object.fromEntries(responses),
    },
  }
}

function openApi(basePath: string) {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(documented)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, rules.get(zodSchema))
    },
  })
  // In a document the path of a schema is its name.
  const byName = Object.entries(schemas).map(([id, { $id: _id, $schema: _dialect, ...schema }]) => [id, schema])
  const basePaths: Readonly<Record<string, string>> = bffPaths
  const paths = Object.entries(operations).map(([name, operation]): [string, Json] => {
    const inPaths = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
    return [basePaths[name] + inPaths.map((parameter) => `/{${parameter.name}}`).join(''), pathItem(name, operation)]
  })
  const description = 'Generated from the schemas of this project. Responses may have more keys.'
  return {
    openapi: '3.1.1',
    info: { title: 'The BFF of the voter registration form', version, description },
    servers: [{ url: withoutEndSlashes(basePath) || '/' }],
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(byName) },
  }
}

export function openApiRoutes({ basePath }: { basePath: string }): Hono<Env> {
  let body: string | undefined
  return new Hono<Env>().get(bffPaths.openApi, (c) => {
    body ??= JSON.stringify(openApi(basePath))
    c.header('Cache-Control', 'public, max-age=300')
    return c.body(body, 200, { 'Content-Type': 'application/json; charset=utf-8' })
  })
}
