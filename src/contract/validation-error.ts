/** The service's 400: the errors of a registration (R-A81 to R-A83). */
import * as z from 'zod/mini'

/** The key of errors that belong to no single field (R-A82). */
export const nonFieldErrors = 'non_field_errors'

/** The service's 400: messages by field name, or under `non_field_errors`; any other key may occur too (R-A81, R-A83). */
export const ValidationError = z.record(z.string(), z.array(z.string()))
export type ValidationError = z.infer<typeof ValidationError>
