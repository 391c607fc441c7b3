/** The post office's city and state of a ZIP code: a help to fill in an address, not a proof. */
import * as z from 'zod/mini'
import { bffPaths } from './routes.ts'
import { stateCodes } from './states.ts'

/** The response of `GET /zips/{prefix}`: the ZIP codes that begin with these three digits, by their five digits. A ZIP code
 *  that is missing is unknown, and may well exist. */
export const ZipPlaces = z.object({
  places: z.record(z.string(), z.object({ city: z.string(), state: z.enum(stateCodes) })),
})
export type ZipPlaces = z.infer<typeof ZipPlaces>

/** The place of one ZIP code. */
export type ZipPlace = ZipPlaces['places'][string]

/**
 * Returns the path on the BFF for the place of a ZIP code. It has only three digits, shared by some hundred places: what the
 * voter typed stays in the browser.
 *
 * @param zipcode five digits
 */
export function zipsPath(zipcode: string): string {
  return `${bffPaths.zips}/${zipcode.slice(0, 3)}`
}
