/** The Action API's registration call (R-A30 to R-A84): strict in what is sent, lenient in what is received. */
import * as z from 'zod/mini'
import { titles } from './request-fields.ts'
import { nonFieldErrors, serviceMessages, ValidationError } from './service-messages.ts'
import { stateCodes } from './states.ts'
import { CalendarDate, Email, getStringMessage, Phone, ShortText, True, ZipCode } from './text-schemas.ts'

export { nonFieldErrors, ValidationError }

const choice = ({ input }: { input?: unknown }) =>
  typeof input === 'string' || typeof input === 'number'
    ? serviceMessages.notChoice(String(input))
    : getStringMessage({ input })

/** The request of a partner: exactly these 15 keys (R-A51), optional ones omitted and never empty, null or false (R-A50).
 *  Field names are those of the API. In Tennessee a title is required and may not be Mx (R-A32, R-A33). */
export const RegistrationRequest = z
  .strictObject({
    title: z.optional(z.enum(titles, { error: choice })),
    first_name: ShortText,
    middle_name: z.optional(ShortText),
    last_name: ShortText,
    suffix: z.optional(ShortText),
    date_of_birth: CalendarDate,
    email: Email,
    phone: z.optional(Phone),
    address1: ShortText,
    address2: z.optional(ShortText),
    city: ShortText,
    state: z.enum(stateCodes, { error: choice }),
    zipcode: ZipCode,
    sms_opt_in: True,
    sms_opt_in_subscriber: z.optional(True),
  })
  .check(
    z.check((context) => {
      const { state, title } = context.value
      if (state !== 'TN') return
      if (title === undefined) {
        context.issues.push({ code: 'custom', path: ['title'], message: serviceMessages.required, input: title })
      } else if (title === 'Mx') {
        context.issues.push({ code: 'custom', path: ['title'], message: serviceMessages.tennesseeMx, input: title })
      }
    }),
  )
export type RegistrationRequest = z.infer<typeof RegistrationRequest>

/** Validates a value against {@link RegistrationRequest} and reports errors in the service's own format and words.
 *  @returns the trimmed request, or the 400 body the service would send: messages by field, unknown keys under
 *  `non_field_errors` */
export function checkRequest(
  value: unknown,
): { ok: true; request: RegistrationRequest } | { ok: false; errors: ValidationError } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, errors: { [nonFieldErrors]: [getTypeMessage(value)] } }
  }
  const result = RegistrationRequest.safeParse(value)
  if (result.success) return { ok: true, request: result.data }
  const errors: ValidationError = {}
  for (const issue of result.error.issues) {
    const key = String(issue.path[0] ?? nonFieldErrors)
    const message = issue.code === 'unrecognized_keys' ? serviceMessages.unknownFields(issue.keys) : issue.message
    const messages = errors[key] ?? []
    errors[key] = messages.includes(message) ? messages : [...messages, message]
  }
  return { ok: false, errors }
}

function getTypeMessage(value: unknown): string {
  if (value === null || value === undefined) return serviceMessages.noData
  if (Array.isArray(value)) return serviceMessages.notDictionary('list')
  const kinds: Record<string, string> = {
    string: 'str',
    boolean: 'bool',
    number: Number.isInteger(value) ? 'int' : 'float',
  }
  return serviceMessages.notDictionary(kinds[typeof value] ?? typeof value)
}

/** A UTC ISO 8601 datetime with `Z` or `+00:00`, with or without a fraction of up to nine digits (R-A66, X12). */
export const UtcDateTime = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|\+00:00)$/),
  z.refine((value) => !Number.isNaN(Date.parse(value))),
)

/** A button of the answer. Unknown keys pass through; `event_tracking` is present when its key is (R-A62 to R-A70). */
export const Button = z.looseObject({
  message_text: z.string(),
  primary: z.boolean(),
  url: z.string(),
  url_expiry: z.optional(z.string()),
  event_tracking: z.optional(z.unknown()),
})
export type Button = z.infer<typeof Button>

/** The service's answer to an accepted registration: text to show and up to two buttons (R-A60, R-A61). */
export const RegistrationResponse = z.looseObject({
  message_markdown: z.string(),
  buttons: z.array(Button),
})
export type RegistrationResponse = z.infer<typeof RegistrationResponse>

/** The result of {@link parseResponse}. */
export interface ParsedResponse {
  /** The answer as it can be shown: at most two buttons, exactly one of them primary if there is any. */
  response: RegistrationResponse
  /** For each button of `response`, its index in the original answer. */
  indexes: number[]
  /** The departures of the answer from the specification; names and counts only, never values. */
  violations: string[]
}

/** The minimum for an answer, and for a button, to be usable. */
const ReadableAnswer = z.looseObject({ message_markdown: z.string(), buttons: z.optional(z.unknown()) })
const ReadableButton = z.looseObject({ message_text: z.string(), url: z.string() })

/** Reads an answer leniently (X11, X12): drops unusable buttons, cuts more than two to two, makes the first primary one win
 *  and the first button primary if none is, and drops an expiry that cannot be parsed.
 *  @returns `undefined` when there is no text to show, so that the outcome is unknown */
export function parseResponse(value: unknown): ParsedResponse | undefined {
  const answer = ReadableAnswer.safeParse(value)
  if (!answer.success) return undefined
  const violations: string[] = []
  const list: unknown[] = Array.isArray(answer.data.buttons) ? answer.data.buttons : []
  if (!Array.isArray(answer.data.buttons)) violations.push('buttons is not a list')
  const usable: Button[] = []
  const indexes: number[] = []
  for (const [index, item] of list.entries()) {
    const button = parseButton(item, index, violations)
    if (button === undefined) continue
    usable.push(button)
    indexes.push(index)
  }
  if (usable.length > 2) violations.push(`${usable.length} buttons instead of at most 2`)
  const firstTwo = usable.slice(0, 2)
  const primaries = firstTwo.filter(({ primary }) => primary)
  if (firstTwo.length > 0 && primaries.length !== 1) violations.push(`${primaries.length} primary buttons instead of 1`)
  const primary = primaries[0] ?? firstTwo[0]
  const buttons = firstTwo.map((button) => ({ ...button, primary: button === primary }))
  return { response: { ...answer.data, buttons }, indexes: indexes.slice(0, 2), violations }
}

function parseButton(item: unknown, index: number, violations: string[]): Button | undefined {
  const candidate = ReadableButton.safeParse(item)
  if (!candidate.success || candidate.data.message_text.trim() === '') {
    violations.push(`buttons[${index}] has no usable message_text and url`)
    return undefined
  }
  const { primary, url_expiry, ...otherKeys } = candidate.data
  if (typeof primary !== 'boolean') violations.push(`buttons[${index}].primary is not a boolean`)
  const button: Button = { ...otherKeys, primary: primary === true }
  if (url_expiry !== undefined && url_expiry !== null) {
    const expiry = UtcDateTime.safeParse(url_expiry)
    if (expiry.success) button.url_expiry = expiry.data
    else violations.push(`buttons[${index}].url_expiry is not a UTC datetime`)
  }
  return button
}
