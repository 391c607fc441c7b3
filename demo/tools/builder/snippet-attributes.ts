/** Converts choices in the snippet builder to attributes and theme tokens. */
import type { ColorToken, ThemeToken } from 'voter-registration/contract'
import { optionNames, type SnippetChoices, type SnippetOption, snippetOptions } from './snippet-options.ts'
import { jsonObjectOf } from './typed-values.ts'

/** Returns the attributes of the choices, without those at their default. */
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

/** Returns JSON without `\"` and `\\`: WordPress removes backslashes before quotation marks. */
function jsonInAttribute(value: object): string {
  return JSON.stringify(value).replaceAll(/\\["\\]/g, (pair) => (pair === '\\"' ? '\\u0022' : '\\u005c'))
}

/** Returns the tokens of the choices. */
export function variablesOf(chosen: SnippetChoices): Partial<Record<ThemeToken, string>> {
  const { font, radius } = chosen
  return {
    ...colorsOf(chosen),
    ...(font !== '' && { 'font-family': font }),
    ...(radius !== '' && { radius, 'button-radius': radius }),
  }
}

/** Returns the colors among them. The form itself chooses the label on a button of the color, and that of links. */
export function colorsOf({ color, surface, text, focus, danger }: SnippetChoices): Partial<Record<ColorToken, string>> {
  return {
    ...(isHex(color) && { 'color-primary': color }),
    ...(isHex(surface) && { 'color-surface': surface }),
    ...(isHex(text) && { 'color-on-surface': text }),
    ...(isHex(focus) && { 'color-focus': focus }),
    ...(isHex(danger) && { 'color-danger': danger }),
  }
}

const isHex = (text: string) => /^#[\da-f]{6}$/i.test(text)
