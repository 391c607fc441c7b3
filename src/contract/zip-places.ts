/** The city and state that the post office writes with a ZIP code: help for an address, and no proof. */
import * as z from 'zod/mini'
import { bffPaths } from './routes.ts'
import { stateCodes } from './states.ts'

/** What `GET /zips/{prefix}` answers: the ZIP codes that begin with these three digits, by their five digits. A ZIP code that is not
 *  there is unknown, and may well exist. */
export const ZipPlaces = z.object({
  places: z.record(z.string(), z.object({ city: z.string(), state: z.enum(stateCodes) })),
})
export type ZipPlaces = z.infer<typeof ZipPlaces>

/** One of them. */
export type ZipPlace = ZipPlaces['places'][string]

/**
 * What to ask the BFF for the place of a ZIP code. It names three digits, which are those of some hundred places: what the voter
 * typed stays in the browser.
 *
 * @param zipcode five digits
 */
export function zipsPath(zipcode: string): string {
  return `${bffPaths.zips}/${zipcode.slice(0, 3)}`
}
