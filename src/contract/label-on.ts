/** Chooses the color of text on a fill (WCAG 1.4.3). No dependencies: the form's first file decides with it. */

/** Red, green and blue from 0 to 1, and sometimes the opacity. */
export type Color = readonly number[]

/** Returns black or white: the first of `#1c1b22`, `#ffffff` and `#000000` with a contrast of at least 4.5 to the fill. */
export function labelOn(fill: Color): Color {
  const softBlack = [28 / 255, 27 / 255, 34 / 255]
  // Neither of the first two can be read on some grays, such as #808080; black can.
  return [softBlack, [1, 1, 1]].find((label) => contrast(label, fill) >= 4.5) ?? [0, 0, 0]
}

/** Returns the contrast of two opaque colors, from 1 to 21 (WCAG 2.2). */
export function contrast(one: Color, other: Color): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
