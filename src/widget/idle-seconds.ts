/** After how long without a sign a device that many voters share forgets its voter. */

/** One device, many voters: everything typed is gone after so many seconds without a sign. `true` is 90 seconds. */
export type Kiosk = boolean | { idleSeconds: number }

/** The shortest idle time: twenty seconds of it are the warning (WCAG 2.2.1). */
export const shortestIdle = 30

/**
 * Reads the option, or its text in an attribute or an address: `true`, `90`, or nothing, as in the bare attribute.
 *
 * @returns the idle time in seconds; `undefined` where the device is one voter's own. What cannot be read is 90 seconds: a shared
 * device must not keep what somebody typed for want of a digit
 */
export function idleSecondsOf(kiosk: unknown): number | undefined {
  const said = typeof kiosk === 'object' && kiosk !== null && 'idleSeconds' in kiosk ? kiosk.idleSeconds : kiosk
  if (said === undefined || said === null || said === false || said === 'false') return undefined
  // Of a text, digits only: `Number` would read 1e3, too.
  const isNumber = typeof said === 'number' || (typeof said === 'string' && /^\d+$/.test(said))
  const seconds = isNumber ? Number(said) : 0
  return seconds >= shortestIdle && Number.isInteger(seconds) ? seconds : 90
}
