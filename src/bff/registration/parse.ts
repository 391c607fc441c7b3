/** Parses and validates a registration request. */
import type { Context } from 'hono'
import { asciiEmail } from '../../contract/ascii-email.ts'
import { bffHeaders } from '../../contract/bff-api.ts'
import { checkRequest, type RegistrationRequest, type ValidationError } from '../../contract/registration.ts'
import { tidyText } from '../../contract/text.ts'
import { en } from '../../locales/en.ts'
import type { ConsentTexts } from '../consent/consent-texts.ts'
import { readShown, type Shown } from '../consent/read-shown.ts'
import type { ShownText } from '../consent/shown-text.ts'
import { readText } from '../middleware/body-limit.ts'
import type { Env, ProblemAnswer } from '../problem.ts'

/** Maximum size of a registration, in bytes. */
export const registrationLimit = 16 * 1024

/** A registration that may be sent. */
export interface Submission {
  type: 'submission'
  request: RegistrationRequest
  /** The request as JSON for the service. */
  body: string
  /** The form's idempotency key. */
  key: string
  /** The consent block that was on the screen. */
  text: ShownText
  /** The version of its wording, as the form named it. */
  consentVersion: string
  /** What the form reports about it; `undefined` for a form of release 0.1. */
  shown: Shown | undefined
  /** The page's `Origin` as received: {@link namedOrigin} turns it into what may be stored. */
  origin: string
  /** The form's version, as the page reports it. */
  form: string | undefined
}

/** A request that is rejected before anything else happens. */
export type Rejected =
  | { type: 'rejected'; problem: ProblemAnswer }
  /** Messages by field, in the service's format (R-A81). */
  | { type: 'refused'; errors: ValidationError }

/** Whether a media type is JSON in UTF-8: with any parameters, in quotes or not (RFC 9110, section 5.6.6). */
function isUtf8Json(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  const charsets = parameters.flatMap((one) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/.exec(one)?.[1] ?? [])
  return type.trim() === 'application/json' && charsets.every((one) => /^utf-?8$/.test(one))
}

/** @param texts the consent texts that are currently shown */
export async function parse(c: Context<Env>, texts: ConsentTexts): Promise<Submission | Rejected> {
  if (!isUtf8Json(c.req.header('content-type') ?? '')) {
    return rejected(415, 'unsupported_media_type', 'Send the registration as application/json.')
  }
  const body = await readText(c)
  if (body.type === 'refused') return { type: 'rejected', problem: body.problem }
  let value: unknown
  try {
    value = JSON.parse(body.text)
  } catch {
    return rejected(400, 'bad_request', 'The body is not JSON.')
  }
  const key = c.req.header(bffHeaders.idempotencyKey)
  if (key === undefined || !uuid.test(key)) return rejected(400, 'idempotency_key_missing', keyMissing)
  const version = c.req.header(bffHeaders.consentVersion)
  const shown = readShown(c.req.header(bffHeaders.consentShown))
  const text = version === undefined ? undefined : texts.of(version, shown)
  if (version === undefined || text === undefined) return rejected(409, 'consent_outdated', consentOutdated)
  const checked = checkRequest(withAsciiEmail(value))
  if (!checked.ok) return { type: 'refused', errors: checked.errors }
  const { phone, sms_opt_in_subscriber } = checked.request
  if (sms_opt_in_subscriber === true && phone === undefined)
    return { type: 'refused', errors: { phone: [phoneForTexts] } }
  return {
    type: 'submission',
    request: checked.request,
    body: JSON.stringify(checked.request),
    key: key.toLowerCase(),
    text,
    consentVersion: version,
    shown,
    origin: c.req.header('origin') ?? '',
    form: c.req.header(bffHeaders.formVersion),
  }
}

/** Returns the registration with its e-mail address in the ASCII form that is sent. */
function withAsciiEmail(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('email' in value) || typeof value.email !== 'string')
    return value
  return { ...value, email: asciiEmail(tidyText(value.email)) }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The form's own message, for forms of release 0.1, which do not require it (R-A48). */
const phoneForTexts = `${en.errors.phoneForTexts}.`

const keyMissing = `Send ${bffHeaders.idempotencyKey} with a new UUID for each completed form.`

const consentOutdated = `Send ${bffHeaders.consentVersion} with the version of the wording that the voter saw. If the wording has changed since, get /settings, show the new one and ask again (R-A12, R-A13).`

function rejected(status: ProblemAnswer['status'], code: ProblemAnswer['code'], detail: string): Rejected {
  return { type: 'rejected', problem: { status, code, detail } }
}
