/** The attributes and theme tokens that choices in the snippet builder become. */
import { type ColorToken, contrastOf, type ThemeToken } from 'voter-registration/contract'
import { optionNames, type SnippetChoices, type SnippetOption, snippetOptions } from './snippet-options.ts'
import { jsonObjectOf } from './typed-values.ts'

/** The attributes of the choices, without those at their default. */
export function attributesOf(chosen: SnippetChoices): [name: string, value: string][] {
  const variables = variablesOf(chosen)
  const look: [string, string][] =
    Object.keys(variables).length === 0 ? [] : [['appearance', jsonInAttribute({ variables })]]
  const others = optionNames.flatMap((name): [string, string][] => {
    const value = chosen[name].trim()
    const { attribute }: SnippetOption = snippetOptions[name]
    if (value === '' || attribute === '') return []
    if (name !== 'messages') return [[attribute, value]]
    const texts = jsonObjectOf(value)
    return texts === undefined ? [] : [[attribute, jsonInAttribute(texts)]]
  })
  return [...others, ...look]
}

/** Without `\"` and `\\`: WordPress takes backslashes before quotation marks away. */
function jsonInAttribute(value: object): string {
  return JSON.stringify(value).replaceAll(/\\["\\]/g, (pair) => (pair === '\\"' ? '\\u0022' : '\\u005c'))
}

/** The tokens of the choices. */
export function variablesOf(chosen: SnippetChoices): Partial<Record<ThemeToken, string>> {
  const { font, radius } = chosen
  return {
    ...colorsOf(chosen),
    ...(font !== '' && { 'font-family': font }),
    ...(radius !== '' && { radius, 'button-radius': radius }),
  }
}

/** The colors among them; on a button of the chosen color stands black or white, whichever is read better. */
export function colorsOf({ color, surface, text, focus, danger }: SnippetChoices): Partial<Record<ColorToken, string>> {
  const onColor = readableOn(color)
  return {
    ...(onColor !== undefined && { 'color-primary': color, 'color-on-primary': onColor, 'color-link': color }),
    ...(isHex(surface) && { 'color-surface': surface }),
    ...(isHex(text) && { 'color-on-surface': text }),
    ...(isHex(focus) && { 'color-focus': focus }),
    ...(isHex(danger) && { 'color-danger': danger }),
  }
}

const isHex = (text: string) => /^#[\da-f]{6}$/i.test(text)

function readableOn(color: string): string | undefined {
  const [white, black] = ['#ffffff', '#000000'].map((text) => contrastOf(text, color))
  if (white === undefined || black === undefined) return undefined
  return white >= black ? '#ffffff' : '#000000'
}
