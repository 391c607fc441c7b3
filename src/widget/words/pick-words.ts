/** Chooses the language of the texts, and lets a partner replace single ones. */
import { en } from './en.ts'
import { es } from './es.ts'
import type { Words } from './words.ts'

/** The languages there are, English first: it is the one for everybody else. */
export const languages: readonly Words[] = [en, es]

/**
 * The texts in the language closest to a wish.
 *
 * @param wishes BCP 47 tags, best first; the first one whose language exists wins, else English
 */
export function pickWords(...wishes: readonly string[]): Words {
  for (const wish of wishes) {
    const primary = wish.trim().toLowerCase().split(/[-_]/)[0]
    const words = languages.find(({ language }) => language === primary)
    if (words !== undefined) return words
  }
  return en
}

/** What `locale: 'auto'` wishes for: the closest `lang` around an element (not its own), out of shadow roots too, then
 *  the browser's languages. Only after mount: a server knows neither. */
export function wishesAround(element: Element): string[] {
  const wishes: string[] = []
  let at = above(element)
  while (at !== undefined) {
    const lang = at.getAttribute('lang')
    if (lang !== null) {
      wishes.push(lang)
      break
    }
    at = above(at)
  }
  return [...wishes, ...navigator.languages]
}

function above(element: Element): Element | undefined {
  if (element.parentElement !== null) return element.parentElement
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? root.host : undefined
}

/** The values that a text's template may name. */
type Values = Record<string, string | number>

/**
 * The same texts with a partner's own in place of some. A text with values becomes a template with the values' names in
 * braces.
 *
 * @param messages texts by dotted key, for example `{ 'notSent.wait': 'Wait {seconds} seconds' }`; a key that names no
 * text is left alone and told to `unknownKey`
 */
export function overrideWords<Texts>(
  words: Texts,
  messages: Readonly<Record<string, string>>,
  unknownKey: (key: string) => void = () => undefined,
): Texts {
  const wanted = new Map(Object.entries(messages))
  const result = replaceIn(words, '', wanted)
  for (const key of wanted.keys()) unknownKey(key)
  return result
}

function replaceIn<Part>(part: Part, path: string, wanted: Map<string, string>): Part {
  if (typeof part !== 'object' || part === null) return part
  const entries = Object.entries(part).map(([key, value]: [string, unknown]) => {
    const dotted = path === '' ? key : `${path}.${key}`
    const template = dotted === 'language' ? undefined : wanted.get(dotted)
    if (template === undefined || (typeof value !== 'string' && typeof value !== 'function')) {
      return [key, replaceIn(value, dotted, wanted)]
    }
    wanted.delete(dotted)
    return [key, typeof value === 'string' ? template : (values: Values) => fill(template, values)]
  })
  const values: unknown = Array.isArray(part)
    ? entries.map(([, value]: unknown[]) => value)
    : Object.fromEntries(entries)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same keys, with values of the same kinds.
  return values as Part
}

function fill(template: string, values: Values): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
