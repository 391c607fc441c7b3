/** The idle time after which a device that many voters share clears its form. */

/** For one device and many voters: typed values are cleared after this many seconds without input. `true` is 90 seconds. */
export type Kiosk = boolean | { idleSeconds: number }

/** The minimum idle time, in seconds; the last 20 of them are the warning (WCAG 2.2.1). */
export const shortestIdle = 30

/** Parses the option, or its text in an attribute or an address; `undefined` is a device of a single voter. An invalid value
 *  means 90 seconds: on a shared device, a typing error must not leave one voter's data to the next. */
export function idleSecondsOf(kiosk: unknown): number | undefined {
  const said = typeof kiosk === 'object' && kiosk !== null && 'idleSeconds' in kiosk ? kiosk.idleSeconds : kiosk
  if (said === undefined || said === null || said === false || said === 'false') return undefined
  // Digits only: `Number` would also accept 1e3.
  const isNumber = typeof said === 'number' || (typeof said === 'string' && /^\d+$/.test(said))
  const seconds = isNumber ? Number(said) : 0
  return seconds >= shortestIdle && Number.isInteger(seconds) ? seconds : 90
}
