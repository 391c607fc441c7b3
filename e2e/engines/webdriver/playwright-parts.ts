/** Parts of Playwright without a public API: how it matches URLs and escapes selectors, and its scripts for pages. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { runInNewContext } from 'node:vm'

type Escape = (text: string | RegExp, exact: boolean) => string

const { iso } = createRequire(import.meta.url)('playwright-core/lib/coreBundle') as {
  iso: {
    globToRegexPattern: (glob: string) => string
    escapeForTextSelector: Escape
    escapeForAttributeSelector: Escape
  }
}

/** A URL matcher: a glob, a regular expression, or a function. */
export type UrlPattern = string | RegExp | ((url: URL) => boolean)

/** Whether a URL matches the pattern. */
export function matchesUrl(url: string, pattern: UrlPattern): boolean {
  if (typeof pattern === 'function') return pattern(new URL(url))
  if (pattern instanceof RegExp) return pattern.test(url)
  return url === pattern || new RegExp(iso.globToRegexPattern(pattern)).test(url)
}

/** Playwright's functions that escape the texts of selectors. */
export const { escapeForTextSelector, escapeForAttributeSelector } = iso

/**
 * Returns a script that Playwright injects into pages, by the class that it exports.
 *
 * @throws when this version of Playwright stores it elsewhere
 */
export function injectedSource(name: 'ClockController' | 'InjectedScript'): string {
  const bundle = createRequire(import.meta.url).resolve('playwright-core/lib/coreBundle')
  const line = readFileSync(bundle, 'utf8')
    .split('\n')
    .find((text) => text.includes(`${name}: () => ${name}`))
  if (line === undefined) throw new Error(`${bundle} has no ${name}. See where Playwright's packages/injected is now.`)
  return String(runInNewContext(line.slice(line.indexOf(' = ') + 3).replace(/;\s*$/, '')))
}
