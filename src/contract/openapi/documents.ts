/** The BFF's paths as an OpenAPI 3.1 document. */
import { withoutEndSlashes } from '../routes.ts'
import { bffOperations } from './bff-operations.ts'
import { documentSchemas, type Json, ref } from './components.ts'
import type { Operation } from './operation.ts'

/** The document. */
export interface OpenApiDocument {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Json>
  components: Json
}

/**
 * Creates the document.
 *
 * @param server path or address of the BFF
 */
export const openApi = (server: string, version: string): OpenApiDocument => ({
  openapi: '3.1.1',
  info: {
    title: 'The BFF of the voter registration form',
    version,
    description:
      'Made from the schemas with which this project reads and checks these shapes; answers may have more keys.',
  },
  servers: [{ url: withoutEndSlashes(server) || '/' }],
  paths: mapValues(bffOperations, (methods) => mapValues(methods, operationJson)),
  components: { schemas: documentSchemas() },
})

const mapValues = <From, To>(record: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))

function operationJson({ id, summary, parameters, body, answers }: Operation): Json {
  return {
    operationId: id,
    summary,
    security: [],
    ...(parameters !== undefined && { parameters }),
    ...(body !== undefined && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: mapValues(answers, ([description, schema]) => ({
      description,
      ...(schema !== undefined && { content: { [mediaType(schema)]: { schema } } }),
    })),
  }
}

const mediaType = (schema: Json) =>
  schema.$ref === ref('Problem').$ref ? 'application/problem+json' : 'application/json'
