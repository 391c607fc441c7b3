/** Parts of operations in the OpenAPI document. */
import { stateCodes } from '../states.ts'
import type { Json } from './components.ts'

/** The operation of one method of a path. */
export interface Operation {
  id: string
  summary: string
  parameters?: readonly Json[]
  body?: Json
  /** What it answers: a schema or nothing. */
  answers: Readonly<Record<number, [description: string, schema?: Json]>>
}

/** A path parameter. */
export const inPath = (name: string, schema: Json): Json => ({ name, in: 'path', required: true, schema })
/** An optional query parameter. */
export const inQuery = (name: string, schema: Json, description: string): Json => ({
  name,
  in: 'query',
  schema,
  description,
})
/** A header parameter. */
export const inHeader = (name: string, schema: Json, description: string, required = false): Json => {
  return { name, in: 'header', required, schema, description }
}
/** Any text. */
export const text: Json = { type: 'string' }
/** The code of a state or territory. */
export const stateCode: Json = { type: 'string', enum: [...stateCodes] }
/** A UUID. */
export const uuid: Json = { type: 'string', format: 'uuid' }
