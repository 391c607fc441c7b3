/** The post of a form without scripts: its fields, and hidden ones that begin with `_`. The form's key makes repeated posts safe:
 *  a double click, Back or a reload never registers twice. */
import * as z from 'zod/mini'
import type { EncryptedButton } from '../../contract/bff-api.ts'
import type { PageOptions } from '../../contract/page-interface.ts'
import type { RegistrationRequest } from '../../contract/registration.ts'
import { asciiEmail, normalizeText } from '../../contract/text.ts'
import { emptyValues, type FormField, type FormValues, formFields } from '../widget/form/fields.ts'
import type { FormErrors } from '../widget/form/form-errors.ts'
import { validateValues } from '../widget/form/form-schema.ts'
import { visitorField } from './page-data.ts'

export const fieldNames = {
  /** Identifies the form: see {@link createFormKey}. */
  key: '_key',
  /** Identifies the previous attempt, whose outcome is unknown: see {@link writeUnknownAttempt}. */
  unknownAttempt: '_attempt',
  ticket: '_ticket',
  wording: '_wording',
  visitor: visitorField,
  /** `send` (default) or `edit`. */
  act: '_act',
  step: '_step',
  /** The year of birth that the voter was asked to confirm: posting it again confirms it. */
  year: '_year',
  clickToken: '_click_token',
} as const

export interface FormPost {
  values: FormValues
  /** The fields whose value was over {@link maxValueLength} and is cut there: they must not be sent. */
  cutFields: readonly FormField[]
  fields: { [Name in keyof typeof fieldNames]?: string }
}

/** In UTF-16 code units: enough for 256 code points and white space (R-A30, X3). */
const maxValueLength = 1024

/** The longest hidden field is an encrypted button with its URL. */
const maxHiddenLength = 16_384

/** Missing fields are empty; of repeated ones, the first counts. Long values are cut before they are parsed: a field may have 190,000
 *  characters, and parsing them would delay other voters. */
export function parseFormPost(body: URLSearchParams): FormPost {
  const getText = (field: FormField) => (body.get(field) ?? '').slice(0, maxValueLength)
  const texts = Object.fromEntries(formFields.map((field) => [field, getText(field)]))
  const fields = Object.entries(fieldNames).flatMap(([name, field]) => {
    const value = body.get(field)
    return value === null ? [] : [[name, value.slice(0, maxHiddenLength)]]
  })
  return {
    values: {
      ...emptyValues,
      ...texts,
      email: asciiEmail(normalizeText(getText('email'))),
      agree: body.get('agree') === 'on',
      subscriber: body.get('subscriber') === 'on',
    },
    cutFields: formFields.filter((field) => (body.get(field)?.length ?? 0) > maxValueLength),
    fields: Object.fromEntries(fields),
  }
}

/** Returns the errors of posted values. A value that was cut is an error. */
export function checkFormPost({ values, cutFields, fields: { year } }: FormPost): FormErrors {
  const { fields } = validateValues(values, { confirmedYear: year })
  for (const field of cutFields) fields[field] ??= ['tooLong']
  return { fields, general: [] }
}

/** Creates a form's key, which contains the time. */
export function createFormKey(createdAt: number): string {
  return `${crypto.randomUUID()}.${createdAt.toString(36)}`
}

export function getFormAge(key: string, currentTime: number): number | undefined {
  const [, createdAt = ''] = /^[0-9a-f-]{36}\.([0-9a-z]{1,9})$/.exec(key) ?? []
  const age = createdAt === '' ? Number.NaN : currentTime - Number.parseInt(createdAt, 36)
  return age >= -clockToleranceMs ? Math.max(0, age) : undefined
}

const clockToleranceMs = 60_000

/** Creates the idempotency key of a form: another one when its content changes, as with scripts. */
export async function createIdempotencyKey(formKey: string, request: RegistrationRequest): Promise<string> {
  const text = new TextEncoder().encode(`${formKey} ${JSON.stringify(request)}`)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  const hex = Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Identifies an attempt with an unknown outcome: by its form's key and its idempotency key. */
export async function writeUnknownAttempt(formKey: string, request: RegistrationRequest): Promise<string> {
  return `${formKey} ${await createIdempotencyKey(formKey, request)}`
}

export async function parseUnknownAttempt(
  unknownAttempt: string,
  request: RegistrationRequest,
): Promise<string | undefined> {
  const [key = ''] = unknownAttempt.split(' ')
  return unknownAttempt === (await writeUnknownAttempt(key, request)) ? key : undefined
}

const Click = z.object({
  url: z.string(),
  label: z.string(),
  click_token: z.optional(z.string()),
  expiresAt: z.optional(z.number()),
})
type Click = z.infer<typeof Click>

/** Encrypts a button's URL and token, so that the URL cannot be forged. */
export function createClickToken(button: EncryptedButton, { encrypt, clock }: PageOptions): string {
  const { url, message_text, click_token, expires_in_ms } = button
  const expiresAt = expires_in_ms === undefined ? undefined : clock.now() + expires_in_ms
  return encrypt(JSON.stringify({ url, label: message_text, click_token, expiresAt } satisfies Click))
}

export function decryptClickToken(token: string, { decrypt }: PageOptions): Click | undefined {
  try {
    return Click.safeParse(JSON.parse(decrypt(token) ?? '')).data
  } catch {
    return undefined
  }
}
