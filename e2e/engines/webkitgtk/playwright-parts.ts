/** Small parts of Playwright that have no public door: how it matches addresses and writes selectors. */
import { createRequire } from 'node:module'

type Escape = (text: string | RegExp, exact: boolean) => string

const { iso } = createRequire(import.meta.url)('playwright-core/lib/coreBundle') as {
  iso: {
    globToRegexPattern: (glob: string) => string
    escapeForTextSelector: Escape
    escapeForAttributeSelector: Escape
  }
}

/** Which addresses are meant: a glob, a pattern, a function. */
export type UrlPattern = string | RegExp | ((url: URL) => boolean)

/** Whether an address is meant. */
export function matchesUrl(url: string, pattern: UrlPattern): boolean {
  if (typeof pattern === 'function') return pattern(new URL(url))
  if (pattern instanceof RegExp) return pattern.test(url)
  return url === pattern || new RegExp(iso.globToRegexPattern(pattern)).test(url)
}

/** The texts of selectors, escaped as Playwright does. */
export const { escapeForTextSelector, escapeForAttributeSelector } = iso
