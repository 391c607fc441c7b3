/** OpenAPI documents as a Postman collection (format 2.1), which Bruno, Insomnia and others also import. */
import type { OpenApiDocument } from './documents.ts'
import { exampleBodies } from './examples.ts'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
}

interface Operation {
  summary: string
  security: readonly unknown[]
  parameters?: readonly Parameter[]
  requestBody?: unknown
}

/**
 * Creates a collection: one folder for each document, one request for each operation. Addresses begin with `{{name}}`, keys
 * are `{{key_id}}` and `{{key_secret}}`, all variables of the collection.
 *
 * @param documents by the name of the variable that holds their address
 * @param key the sandbox's own, which is valid nowhere else
 */
export function postmanCollection(
  documents: Readonly<Record<string, OpenApiDocument>>,
  key: { id: string; secret: string },
) {
  const variables = Object.entries(documents).map(([name, { servers }]) => [variableOf(name), servers[0]?.url ?? ''])
  return {
    info: {
      name: 'Voter registration',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: [...variables, ['key_id', key.id], ['key_secret', key.secret]].map(([name, value]) => ({
      key: name,
      value,
    })),
    item: Object.entries(documents).map(([name, document]) => ({
      name: document.info.title,
      item: Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) =>
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- documents.ts has written it.
          requestOf(variableOf(name), path, method, operation as Operation & { operationId: string }),
        ),
      ),
    })),
  }
}

const variableOf = (name: string) => name.replaceAll('-', '_')

function requestOf(variable: string, path: string, method: string, operation: Operation & { operationId: string }) {
  const { summary, security, parameters = [], requestBody, operationId } = operation
  const of = (where: Parameter['in']) => parameters.filter((each) => each.in === where)
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'))
  const body = JSON.stringify(exampleBodies[operationId] ?? {}, null, 2)
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      url: {
        raw: `{{${variable}}}/${segments.join('/')}`,
        host: [`{{${variable}}}`],
        path: segments,
        variable: of('path').map(({ name }) => ({ key: name, value: '' })),
        query: of('query').map(({ name }) => ({ key: name, value: '', disabled: true })),
      },
      header: of('header').map(({ name, required }) => ({ key: name, value: '', disabled: required !== true })),
      ...(security.length > 0 && {
        auth: {
          type: 'basic',
          basic: [
            { key: 'username', value: '{{key_id}}', type: 'string' },
            { key: 'password', value: '{{key_secret}}', type: 'string' },
          ],
        },
      }),
      ...(requestBody !== undefined && {
        body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } },
      }),
    },
  }
}
