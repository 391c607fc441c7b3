/** Typed values with a required format: colors and JSON. */

/** How one kind of value is parsed. */
interface TypedValue {
  /** Returns the value; `undefined` for an invalid text. */
  read: (text: string) => string | undefined
  /** Returns the problem of an invalid text, with an example of a valid one. */
  problem: (text: string) => string
}

/** The kinds of values. An empty text is always valid: it means the form's default. */
export const typedValues = {
  color: {
    read: hexOf,
    problem: (text) =>
      `“${text.trim()}” is not a hex color. Write # and 3 or 6 digits from 0 to 9 and a to f, for example #46389e.`,
  },
  json: {
    read: (text) => (text.trim() === '' || jsonObjectOf(text) !== undefined ? text : undefined),
    problem: () =>
      'This is not a JSON object. Write message keys with your texts, for example {"form.heading":"Get registered"}.',
  },
} as const satisfies Record<string, TypedValue>

/** Returns a color as `#rrggbb`. */
function hexOf(text: string): string | undefined {
  const color = text.trim().toLowerCase()
  if (color === '' || /^#[\da-f]{6}$/.test(color)) return color
  return /^#[\da-f]{3}$/.test(color) ? color.replaceAll(/[\da-f]/g, '$&$&') : undefined
}

/** Parses a typed JSON object; returns `undefined` for anything else. */
export function jsonObjectOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
