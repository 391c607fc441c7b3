/** Where a voter came from, as the page says: `source` and the campaign parameters. Never anything about the voter. It
 *  travels beside the registration, whose fields the service counts strictly. */

/** The names there are. */
export const trackingNames = [
  'source',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_id',
] as const
export type TrackingName = (typeof trackingNames)[number]

/** Where a voter came from. */
export type Tracking = Partial<Record<TrackingName, string>>

/** What may be written: letters, digits and a few signs, so that no e-mail address and no line break gets through. */
const plain = /^[\w .:,~+/|-]{1,100}$/

/**
 * Puts together where a voter came from.
 *
 * @param candidates best first; a name that the first one lacks is taken from the next. Only short plain words pass: a link
 * that carries an address by mistake must not end up in statistics
 * @returns `undefined` when nothing is left
 */
export function cleanTracking(...candidates: readonly (Tracking | undefined)[]): Tracking | undefined {
  let clean: Tracking | undefined
  for (const tracking of candidates) {
    for (const name of trackingNames) {
      const value: unknown = tracking?.[name]
      if (typeof value === 'string' && clean?.[name] === undefined && plain.test(value)) {
        clean = { ...clean, [name]: value }
      }
    }
  }
  return clean
}

/** As it stands in the header, see `bffHeaders.campaign`; empty when there is nothing to say. */
export function writeTracking(tracking: Tracking | undefined): string {
  return new URLSearchParams(cleanTracking(tracking)).toString()
}

/** Reads the header; what does not belong there is left out, `undefined` when that is all. */
export function readTracking(header: string | undefined): Tracking | undefined {
  return cleanTracking(Object.fromEntries(new URLSearchParams((header ?? '').slice(0, 1500))))
}
