/** What a tester types that must have a form: colors and JSON. */

/** How one kind of value is read. */
interface TypedValue {
  /** What is chosen; `undefined` for a text that is no such value. */
  read: (text: string) => string | undefined
  /** What is wrong with such a text, and what a good one looks like. */
  problem: (text: string) => string
}

/** The kinds of values. An empty text is always read: it stands for the form's own. */
export const typedValues = {
  color: {
    read: hexOf,
    problem: (text) =>
      `“${text.trim()}” is not a hex color. Write # and 3 or 6 digits from 0 to 9 and a to f, for example #46389e.`,
  },
  json: {
    read: (text) => (text.trim() === '' || jsonObjectOf(text) !== undefined ? text : undefined),
    problem: () =>
      'This is not a JSON object. Write texts by their names, for example {"form.heading":"Get registered"}.',
  },
} as const satisfies Record<string, TypedValue>

/** A color as `#rrggbb`. */
function hexOf(text: string): string | undefined {
  const color = text.trim().toLowerCase()
  if (color === '' || /^#[\da-f]{6}$/.test(color)) return color
  return /^#[\da-f]{3}$/.test(color) ? color.replaceAll(/[\da-f]/g, '$&$&') : undefined
}

/** The JSON object that somebody has typed; `undefined` for anything else. */
export function jsonObjectOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
