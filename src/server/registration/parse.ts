/** Parses and validates a registration request; its phone number is checked with libphonenumber, see `findPhoneProblem`. */
import type { Context } from 'hono'
import { parsePhoneNumberFromString } from 'libphonenumber-js/core'
import plans from 'libphonenumber-js/max/metadata'
import { bffHeaders } from '../../contract/bff-api.ts'
import { checkRequest, type RegistrationRequest, type ValidationError } from '../../contract/registration.ts'
import { serviceMessages } from '../../contract/service-messages.ts'
import { asciiEmail, normalizeText } from '../../contract/text.ts'
import { en } from '../../form/locales/en.ts'
import { type ConsentShown, type ConsentTexts, parseConsentShown } from '../consent/receipt.ts'
import type { ConsentSnapshot } from '../consent/shown-text.ts'
import { parsedJson, readText } from '../middleware/body-limit.ts'
import { type Env, outcomeProblem, type ProblemAnswer } from '../problem.ts'

/** Maximum size of a registration, in bytes. */
export const registrationLimit = 16 * 1024

/** A registration as it was posted, by a script as JSON with headers or as the hosted page's form. Nothing is checked yet. */
export interface PostedRegistration {
  type: 'posted'
  value: unknown
  key: string | undefined
  consentVersion: string | undefined
  /** What the form reports about it; see {@link parseConsentShown}. */
  consentShown: string | undefined
  formVersion: string | undefined
  campaign: string | undefined
  /** Of the challenge, or the ticket of a form without scripts, which cannot solve one. */
  solution: string | undefined
  isWithoutScripts?: boolean
  origin: string
}

export interface Submission {
  type: 'submission'
  request: RegistrationRequest
  body: string
  key: string
  text: ConsentSnapshot
  consentVersion: string
  /** What the form reports about it; `undefined` for a form of release 0.1. */
  consentShown: ConsentShown | undefined
  /** The page's `Origin` as received: {@link getSiteName} turns it into what may be stored. */
  origin: string
  form: string | undefined
}

export type Rejected =
  | { type: 'rejected'; problem: ProblemAnswer }
  /** Messages by field, in the service's format (R-A81). */
  | { type: 'invalid'; errors: ValidationError }

/** Whether a media type is JSON in UTF-8: with any parameters, in quotes or not (RFC 9110, section 5.6.6). */
function isUtf8Json(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  const charsets = parameters.flatMap((part) => /^charset\s*=\s*"?([^"\s]*)"?$/.exec(part.trim())?.[1] ?? [])
  return type.trim() === 'application/json' && charsets.every((part) => /^utf-?8$/.test(part))
}

/** Where the day begins first it is this much later than in UTC, in milliseconds. */
const farthestEast = 14 * 3_600_000

/** Returns the message for a date of birth that is nobody's: in the future, or before 1900 (X5). */
function findBirthDateProblem(date: string, time: number): string | undefined {
  if (date < '1900-01-01') return en.errors.dateTooLongAgo
  return date > new Date(time + farthestEast).toISOString().slice(0, 10) ? en.errors.dateInFuture : undefined
}

export async function readPosted(c: Context<Env>): Promise<PostedRegistration | Rejected> {
  const { req } = c
  if (!isUtf8Json(req.header('content-type') ?? '')) {
    return reject('unsupported_type', 'Send the registration as application/json.')
  }
  const body = await readText(c)
  if (body.type === 'rejected') return { type: 'rejected', problem: body.problem }
  const value = parsedJson(body.text)
  if (value === undefined) return reject('unreadable_request', 'The body is not JSON.')
  return {
    type: 'posted',
    value,
    key: req.header(bffHeaders.idempotencyKey),
    consentVersion: req.header(bffHeaders.consentVersion),
    consentShown: req.header(bffHeaders.consentShown),
    formVersion: req.header(bffHeaders.formVersion),
    campaign: req.header(bffHeaders.campaign),
    solution: req.header(bffHeaders.challengeSolution),
    origin: req.header('origin') ?? '',
  }
}

export function parse(postedForm: PostedRegistration, texts: ConsentTexts, time: number): Submission | Rejected {
  const { value, key, consentVersion, origin } = postedForm
  if (key === undefined || !uuidPattern.test(key)) return reject('key_missing', keyMissing)
  const consentShown = parseConsentShown(postedForm.consentShown)
  const text = consentVersion === undefined ? undefined : texts.findText(consentVersion, consentShown)
  if (consentVersion === undefined || text === undefined) return reject('consent_outdated', consentOutdated)
  const result = checkRequest(withAsciiEmail(value))
  if (!result.ok) return { type: 'invalid', errors: result.errors }
  const dateProblem = findBirthDateProblem(result.request.date_of_birth, time)
  if (dateProblem !== undefined) return { type: 'invalid', errors: { date_of_birth: [dateProblem] } }
  return {
    type: 'submission',
    request: result.request,
    body: JSON.stringify(result.request),
    key: key.toLowerCase(),
    text,
    consentVersion,
    consentShown,
    origin,
    form: postedForm.formVersion,
  }
}

function withAsciiEmail(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('email' in value) || typeof value.email !== 'string')
    return value
  return { ...value, email: asciiEmail(normalizeText(value.email)) }
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const keyMissing = `Send ${bffHeaders.idempotencyKey} with a new UUID for each completed form.`

const consentOutdated = `Send ${bffHeaders.consentVersion} with the version of the wording that the voter saw. If the wording has changed since, request /settings, show the new wording and ask again.`

function reject(...[name, detail]: Parameters<typeof outcomeProblem>): Rejected {
  return { type: 'rejected', problem: outcomeProblem(name, detail) }
}

/** Why a number in E.164 is not accepted (R-A40): a foreign one that does not exist, or a toll-free or premium one of the
 *  North American plan, which is nobody's own. Accepts unknown numbers of that plan: area codes may be newer. */
export function findPhoneProblem(phone: string): string | undefined {
  const number = parsePhoneNumberFromString(phone, plans)
  if (number === undefined) return serviceMessages.phone
  // A trunk zero is the usual mistake, and would be a second spelling of one number, which a limit must count once.
  if (number.countryCallingCode !== '1')
    return number.number === phone && number.isValid() ? undefined : serviceMessages.phone
  const type = number.getType()
  return type === 'TOLL_FREE' || type === 'PREMIUM_RATE' || type === 'SHARED_COST' ? en.errors.phoneKind : undefined
}
