/** What our forms keep in the browser's current history entry, each under its instance id: beside what the page keeps there,
 *  which its router needs. */

export function readEntry(member: string, instanceId: string): unknown {
  return Reflect.get(formsIn(history.state, member), instanceId)
}

/**
 * Keeps it there, or in a new entry at the same address, which begins as a copy of this one.
 *
 * @returns whether the browser has done it
 */
export function writeEntry(
  { member, instanceId }: { member: string; instanceId: string },
  value: unknown,
  isNew = false,
): boolean {
  const state: unknown = history.state
  // Any other object than a plain one belongs to the page, and has no room for it.
  if (typeof state !== 'object' || (state !== null && Object.getPrototypeOf(state) !== Object.prototype)) return false
  const written = { ...state, [member]: { ...formsIn(state, member), [instanceId]: value } }
  // A sandboxed frame is not allowed to, and some browsers limit how often.
  try {
    if (isNew) history.pushState(written, '')
    else history.replaceState(written, '')
    return true
  } catch {
    return false
  }
}

function formsIn(state: unknown, member: string): object {
  const forms: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, member) : undefined
  return typeof forms === 'object' && forms !== null ? forms : {}
}
