/** The contract's zod schemas as `components` of the OpenAPI document, by name. */
import * as z from 'zod/mini'
import { Problem, SealedAnswer, SealedButton, Settings, Wording } from '../bff-api.ts'
import { StateFact, StateFacts } from '../civic-data/state-facts.ts'
import { KeptAnswer } from '../kept-answer.ts'
import { RegistrationRequest, ValidationError } from '../registration.ts'
import { Again, Press } from '../sealed-tokens.ts'
import { Sites } from '../sites.ts'
import { CalendarDate, Email, Phone, ShortText, ZipCode } from '../text-schemas.ts'

/** A JSON schema, or any other part of a document. */
export type Json = Readonly<Record<string, unknown>>

const named = {
  RegistrationRequest,
  ValidationError,
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
type SchemaName = keyof typeof named

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

/** Returns the schemas by name. */
export function documentSchemas(): Record<string, Json> {
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
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $id: _id, $schema: _dialect, ...schema }]) => [id, schema]),
  )
}
