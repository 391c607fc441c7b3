/** Parts of OpenAPI documents that several APIs share. */
import { stateCodes } from '../states.ts'
import { type Json, ref, type SchemaName } from './components.ts'

/** The operation of one method of a path. */
export interface Operation {
  id: string
  summary: string
  /** Whether it takes the API key. */
  key?: boolean
  parameters?: readonly Json[]
  body?: Json
  /** What it answers: a schema, the media type of a text, or nothing. */
  answers: Readonly<Record<number, [description: string, content?: Json | string]>>
}

/** An array of one schema. */
export const array = (name: SchemaName): Json => ({ type: 'array', items: ref(name) })
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
