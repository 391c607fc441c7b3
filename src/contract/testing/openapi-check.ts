/** Validates real responses against an OpenAPI document, with a third-party validator. */

import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { OpenApiDocument } from '../openapi/documents.ts'

/** The document's entry for one status. */
interface Answer {
  content?: Record<string, { schema: unknown }>
}

/** Validates responses, and tracks which operations had any. */
export function openApiCheck(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  const seen = new Set<string>()

  /** Returns the document's path that matches an address. */
  function pathOf(pathname: string): string | undefined {
    return Object.keys(document.paths).find((path) => {
      const pattern = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')
      return new RegExp(`^${pattern}$`).test(pathname)
    })
  }

  function validate(schema: unknown, value: unknown): string[] {
    const pointed = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'))
    const check = ajv.compile(pointed)
    return check(value) ? [] : (check.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
  }

  return {
    /** Returns the departures from the document; empty when there are none. Reads the body. */
    async departures(method: string, address: string, response: Response): Promise<string[]> {
      const path = pathOf(new URL(address).pathname)
      if (path === undefined) return [`no path ${address}`]
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- documents.ts has written it.
      const operation = document.paths[path]?.[method.toLowerCase()] as
        | { responses: Record<string, Answer> }
        | undefined
      const answer = operation?.responses[response.status]
      const name = `${method} ${path} ${response.status}`
      seen.add(name)
      if (answer === undefined) return [`${name} is not in the document`]
      const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? ''
      const text = await response.text()
      if (answer.content === undefined) return []
      const schema = answer.content[type]?.schema
      if (schema === undefined) return [`${name} answers ${type}`]
      const value: unknown = /\bjson$/.test(type) && type !== 'application/feed+json' ? JSON.parse(text) : text
      return validate(schema, value).map((each) => `${name}: ${each}`)
    },
    /** Returns the operations, with their successful status, that had no response yet. */
    unseen(): string[] {
      return Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, operation]) => {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- documents.ts has written it.
          const { responses } = operation as { responses: Record<string, Answer> }
          const good = Object.keys(responses).filter((status) => status.startsWith('2'))
          const names = good.map((status) => `${method.toUpperCase()} ${path} ${status}`)
          return names.filter((name) => !seen.has(name))
        }),
      )
    },
  }
}
