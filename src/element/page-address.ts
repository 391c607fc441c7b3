/** What the page's address brings along: values to begin with, and where the voter came from. */

import { type Tracking, trackingNames } from '../contract/campaign.ts'
import type { Prefill } from '../widget/options.ts'

/** The fields that an address may fill in, each with the names by which other forms' links call it. Consent is not among
 *  them: only the voter can give it. */
const fields: { readonly [Field in keyof Prefill]-?: readonly string[] } = {
  title: [],
  first_name: [],
  middle_name: [],
  last_name: [],
  suffix: [],
  date_of_birth: [],
  email: ['email_address'],
  phone: ['phone_number'],
  address1: ['address', 'street'],
  address2: ['unit'],
  city: [],
  state: [],
  zipcode: ['zip', 'zip5', 'zip_code', 'home_zip_code'],
}
/** Their names. */
export const prefillable: readonly string[] = Object.keys(fields)
const birthNames = ['year_of_birth', 'month_of_birth', 'day_of_birth'] as const

/** Values that have been taken out of the address: kept for a second form on the page, in memory only. */
let taken: Record<string, string> = {}

/** Forgets what was taken out of the address: the next voter at this screen is another one. */
export function forgetAddress(): void {
  taken = {}
}

/**
 * Takes values to begin with out of the page's address, the fragment (`#vr.first_name=Ada`, which no server sees) before
 * the query, and removes them there, so that they are not sent on, logged or copied.
 *
 * @param allowed the fields that may be taken; every other parameter stays and is not read
 */
export function takePrefill(allowed: readonly string[]): Prefill {
  const url = new URL(location.href)
  const fragment = new URLSearchParams(url.hash.slice(1))
  const take = (name: string): string | undefined => {
    const value = fragment.get(`vr.${name}`) ?? url.searchParams.get(name) ?? undefined
    fragment.delete(`vr.${name}`)
    url.searchParams.delete(name)
    if (value !== undefined) taken[name] = value
    return Object.hasOwn(taken, name) ? taken[name] : undefined
  }
  const prefill: Record<string, string> = {}
  for (const [field, otherNames] of Object.entries(fields)) {
    if (!allowed.includes(field)) continue
    const values = [field, ...otherNames].map(take)
    const birth = field === 'date_of_birth' ? birthNames.map(take) : []
    const value = values.find((one) => one !== undefined) ?? dateOf(birth)
    if (value !== undefined) prefill[field] = value
  }
  const before = location.href
  if (new URL(before).hash.includes('vr.')) url.hash = fragment.toString()
  if (url.href !== before) replaceAddress(url)
  return prefill
}

function dateOf(parts: readonly (string | undefined)[]): string | undefined {
  if (parts.length === 0 || parts.includes(undefined)) return undefined
  return parts.map((part = '') => part.padStart(2, '0')).join('-')
}

/** A sandboxed frame may not change its address; the values are used all the same. */
function replaceAddress(url: URL): void {
  try {
    history.replaceState(history.state, '', url)
  } catch {}
}

/** Reads where the voter came from. These parameters stay: the page's own statistics read them too. */
export function trackingInAddress(): Tracking {
  const query = new URLSearchParams(location.search)
  return Object.fromEntries(
    trackingNames.flatMap((name) => {
      const value = query.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}
