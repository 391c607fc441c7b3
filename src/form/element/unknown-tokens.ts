/** Finds appearance settings of a page under a name that no token has: they have no effect, and nothing else reports them. */
import { nearestName } from '../../contract/nearest-name.ts'
import { isTokenValue, themeTokens } from '../../contract/theme-tokens.ts'
import { parentElementOf } from '../widget/parent-element-of.ts'

const known = themeTokens.map((token) => `--vr-${token}`)

const keys = ['theme', 'density', 'variables']

/**
 * Returns the unknown names, each as a sentence: `--vr-…` in the page's own style sheets and around the form, and in the
 * attribute `appearance`. Style sheets of other sites and values set as a property cannot be read.
 *
 * @param root the form's root, on a page
 */
export function unknownTokens(root: HTMLElement): string[] {
  const said = [...document.styleSheets].flatMap(rulesOf)
  let attribute = null
  for (let at: Element | undefined = root; at !== undefined; at = parentElementOf(at)) {
    said.push(at.getAttribute('style') ?? '')
    attribute ??= at.getAttribute('appearance') ?? at.getAttribute('data-appearance')
  }
  const set = said.flatMap((text) => [...text.matchAll(/(?:^|[^\w-])(--vr-[\w-]+)\s*:/g)].map(([, name = '']) => name))
  const { variables, ...appearance } = readObject(attribute)
  const inAttribute = Object.keys(readObject(variables)).map((name) => `--vr-${name}`)
  const unusable = Object.entries(readObject(variables)).filter(([, value]) => !isTokenValue(value))
  return [
    ...unusable.map(([name]) => `--vr-${name} (a value may load no file and has no ; { } < or \\)`),
    ...[...new Set([...set, ...inAttribute])].flatMap((name) => unknown(name, known)),
    ...Object.keys(appearance).flatMap((name) => unknown(name, keys)),
  ]
}

function unknown(name: string, names: readonly string[]): string[] {
  if (names.includes(name)) return []
  const meant = nearestName(name, names, 4)
  return [meant === undefined ? `${name} (use ${names.join(', ')})` : `${name} (do you mean ${meant}?)`]
}

/** Returns the rules of a style sheet; an empty list for a sheet of another site, which cannot be read. */
function rulesOf(sheet: CSSStyleSheet): string[] {
  try {
    return [...sheet.cssRules].map(({ cssText }) => cssText)
  } catch {
    return []
  }
}

/** Parses an object; returns an empty one for anything else, for which the attribute has its own warning. */
function readObject(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null) return { ...value }
  try {
    const parsed: unknown = JSON.parse(String(value))
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}
