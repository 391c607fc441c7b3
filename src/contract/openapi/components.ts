/** The contract's zod schemas as `components` of OpenAPI documents, by name. */
import * as z from 'zod/mini'
import { Problem, SealedAnswer, SealedButton, Settings, Wording } from '../bff-api.ts'
import { Field } from '../civic-data/field.ts'
import { Override } from '../civic-data/override.ts'
import { Fact, StateData } from '../civic-data/state-data.ts'
import { StateFact, StateFacts } from '../civic-data/state-facts.ts'
import { V1Fact, V1Field, V1StateData } from '../civic-data/v1.ts'
import { KeptAnswer } from '../kept-answer.ts'
import { Button, RegistrationRequest, RegistrationResponse, ValidationError } from '../registration.ts'
import { Again, Press } from '../sealed-tokens.ts'
import { Sites } from '../sites.ts'
import { CalendarDate, Email, Phone, ShortText, ZipCode } from '../text-schemas.ts'
import { Check, Downtime, Page, Site } from '../uptime.ts'

/** A JSON schema, or any other part of a document. */
export type Json = Readonly<Record<string, unknown>>

const named = {
  RegistrationRequest,
  RegistrationResponse,
  Button,
  ValidationError,
  Field,
  Fact,
  StateData,
  Override,
  V1Field,
  V1Fact,
  V1StateData,
  Site,
  Check,
  Downtime,
  Page,
  Settings,
  Wording,
  SealedAnswer,
  Again,
  KeptAnswer,
  SealedButton,
  Press,
  Problem,
  StateFacts,
  StateFact,
  Sites,
}

/** The name of a schema in a document. */
export type SchemaName = keyof typeof named | 'Detail'

/** The JSON Schema counterparts of checks that are code: the schemas of the request's texts. */
const rules = new Map<unknown, Json>([
  [ShortText, { minLength: 1, maxLength: 256 }],
  [CalendarDate, { format: 'date' }],
  [Email, { format: 'email', maxLength: 254 }],
  [Phone, { pattern: '^\\+[1-9][0-9]{1,14}$', description: 'E.164' }],
  [ZipCode, { pattern: '^[0-9]{5}$' }],
])

/** A reference to a schema. */
export const ref = (name: SchemaName): Json => ({ $ref: `#/components/schemas/${name}` })

/** A page of the Uptime API whose items have the schema. */
export const pageOf = (name: SchemaName): Json => ({
  allOf: [ref('Page'), { type: 'object', properties: { results: { type: 'array', items: ref(name) } } }],
})

/**
 * Returns the schemas of these names and all schemas that they reference.
 *
 * @param names those that the paths reference
 */
export function schemasFor(names: Iterable<string>): Record<string, Json> {
  const all = allSchemas()
  const wanted = new Map<string, Json>()
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const schema = all[name]
    if (wanted.has(name) || schema === undefined) continue
    wanted.set(name, schema)
    for (const [, further = ''] of JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      waiting.push(further)
    }
  }
  return Object.fromEntries([...wanted].sort(([one], [other]) => (one < other ? -1 : 1)))
}

function allSchemas(): Record<string, Json> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, rules.get(zodSchema))
    },
  })
  // In a document the path of a schema is its name.
  const plain = Object.entries(schemas).map(([id, { $id: _id, $schema: _dialect, ...schema }]) => [id, schema] as const)
  return { ...Object.fromEntries(plain), Detail: detail }
}

/** The service's response to every other request that it refuses. */
const detail: Json = {
  type: 'object',
  properties: { detail: { type: 'string' } },
  required: ['detail'],
}
