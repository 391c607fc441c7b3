/** Which contrasts are measured for the chosen colors: each pair of colors that the form paints and that they change. */
import { type ColorName, type PaintedColor, paintedColors } from 'voter-registration/contract'
import { colorsOf } from './snippet-attributes.ts'
import type { SnippetChoices } from './snippet-options.ts'

/** A theme of the form. */
export type Theme = 'light' | 'dark'

/** One pair, in each theme in which the form may be shown. */
export interface PaintedPair {
  color: ColorName
  /** The name that users see. */
  name: string
  /** One for each theme. */
  colors: readonly (PaintedColor & { theme: Theme })[]
}

/** The pairs in display order; the form's surface is the background of most. */
const names: readonly (readonly [ColorName, name: string])[] = [
  ['color-primary', 'Filled button, on the form'],
  ['color-on-primary', 'Label of a filled button, on its color'],
  ['accent', 'Link and outlined button, on the form'],
  ['color-on-surface', 'Text, on the form'],
  ['wash', 'Text, in a tinted box'],
  ['input-background', 'Text, in a field'],
  ['color-border', 'Border of a field, on the form'],
  ['color-focus', 'Focus ring, on the form'],
  ['color-danger', 'Error, on the form'],
  ['color-muted', 'Hint, on the form'],
  ['color-success', 'Success message, on the form'],
  ['color-warning', 'Border of a warning, on the form'],
]

/** Returns the themes in which a form with these choices may be shown. */
export function themesOf({ theme }: Pick<SnippetChoices, 'theme'>): readonly Theme[] {
  return theme === 'light' || theme === 'dark' ? [theme] : ['light', 'dark']
}

/** Returns the pairs that the chosen colors change; none when no color is chosen. */
export function paintedPairs(chosen: SnippetChoices): PaintedPair[] {
  const tokens = colorsOf(chosen)
  if (Object.keys(tokens).length === 0) return []
  const painted = themesOf(chosen).flatMap((theme) => {
    const untouched = paintedColors({}, theme)
    return paintedColors(tokens, theme).map((color, at) => {
      const isTouched = untouched[at]?.ratio !== color.ratio || untouched[at].now !== color.now
      return { ...color, theme, isTouched: color.name in tokens || isTouched }
    })
  })
  return names
    .map(([one, name]) => ({ color: one, name, colors: painted.filter((each) => each.name === one) }))
    .filter(({ colors }) => colors.some(({ isTouched, least, was, now }) => isTouched && (least > 1 || was !== now)))
}
