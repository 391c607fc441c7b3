/** What the log says of where a voter came from. */
import { readTracking, type Tracking, trackingNames } from '../../contract/campaign.ts'
import type { RegistrationRequest } from '../../contract/registration.ts'

/** What would tell who the voter is, if a link were made for one person alone. Town and state would not. */
const telling = [
  'first_name',
  'middle_name',
  'last_name',
  'date_of_birth',
  'email',
  'phone',
  'address1',
  'address2',
  'zipcode',
] as const satisfies readonly (keyof RegistrationRequest)[]

/**
 * Reads the header, without whatever holds something that this voter has typed: a newsletter's links may carry the name
 * of the one who gets it. `undefined` when nothing is left.
 */
export function campaignOf(header: string | undefined, request: RegistrationRequest): Tracking | undefined {
  const tracking = header === undefined ? undefined : readTracking(header)
  if (tracking === undefined) return undefined
  const own = telling.flatMap((field) => variants(request[field])).filter((value) => value !== '')
  const kept = trackingNames.flatMap((name) => {
    const value = tracking[name]
    return value === undefined || own.some((typed) => holds(value, typed)) ? [] : [[name, value] as const]
  })
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

/** As it may stand in a link: without signs and capitals; of an e-mail address also what stands before the `@`, of a
 *  phone number also what stands behind the country's. */
function variants(value: unknown): string[] {
  if (typeof value !== 'string') return []
  const [before = ''] = value.split('@')
  return [squeezed(value), squeezed(before), squeezed(value.replace(/^\+1/, ''))]
}

/** Short names are looked for as words: an "Al" is in many campaigns. */
function holds(value: string, typed: string): boolean {
  return typed.length > 3
    ? squeezed(value).includes(typed)
    : value.split(/[\W_]+/).some((word) => squeezed(word) === typed)
}

function squeezed(value: string): string {
  return value.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
