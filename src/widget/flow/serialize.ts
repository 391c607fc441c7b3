/** Writes a registration as it is sent. */
import type { RegistrationRequest } from '../../contract/registration.ts'
import { requestFields } from '../../contract/request-fields.ts'

/** The request as JSON, built field by field: pages that put things on `Object.prototype` or give arrays a `toJSON`
 *  cannot change what is sent. */
export function serialize(request: RegistrationRequest): string {
  const members = requestFields
    .filter((field) => Object.hasOwn(request, field) && request[field] !== undefined)
    .map((field) => `${JSON.stringify(field)}:${JSON.stringify(request[field])}`)
  return `{${members.join(',')}}`
}
