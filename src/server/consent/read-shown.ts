/** Parses the `Consent-Shown` header: what a form reports about its consent block besides the version, as parameters. */
import * as z from 'zod/mini'
import { consentOrders } from '../../contract/bff-api.ts'
import { cleanPath } from '../../contract/campaign.ts'

/** The ways to put a form on a page. */
export const doors = ['react', 'element', 'hosted'] as const

const ShownFields = z.object({
  /** The language of the form around the wording (BCP 47). */
  language: z.string().check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/)),
  /** `1` when the box for the partner's own text messages was shown. */
  subscriber: z.optional(z.literal('1')),
  /** The version of the translation shown beside the wording. */
  translation: z.optional(z.string().check(z.regex(/^[A-Za-z0-9-]{1,32}$/))),
  /** Which of the two was expanded; older forms collapsed neither. */
  order: z.optional(z.enum(consentOrders)),
})

/** What the form showed around the wording, and where. */
export interface Shown extends z.infer<typeof ShownFields> {
  door: (typeof doors)[number] | null
  /** The page's path without query, see {@link cleanPath}. */
  path: string | null
}

/** Parses the header; `undefined` when it is missing or malformed. */
export function readShown(header: string | undefined): Shown | undefined {
  const all = new URLSearchParams((header ?? '').slice(0, 2_000))
  const { success, data } = ShownFields.safeParse(Object.fromEntries(all))
  if (!success) return undefined
  const door = doors.find((name) => name === all.get('door')) ?? null
  return { ...data, door, path: cleanPath(all.get('path')) }
}
