/** Groups examples, each with a URL-safe name. */
import type { Example } from '../../src/form/testing/example.ts'

/** One example; `id` is `<file>/<name>`, for example `error-summary/two-errors`. */
export interface Shown extends Example {
  id: string
}

/** The examples of one component. */
export interface Group {
  /** The component's file name, without folder and extensions. */
  name: string
  /** Its folder below `src/form/widget`, empty for a file directly in it. */
  folder: string
  examples: readonly Shown[]
}

/**
 * Groups the exports of the example files, in the given order.
 *
 * @param files the files by path, as from Vite's glob import
 */
export function collect(files: Readonly<Record<string, { examples: readonly Example[] }>>): Group[] {
  return Object.entries(files).map(([path, { examples }]) => {
    const [, folder = '', name = ''] = /widget\/(?:(.*)\/)?([^/]*)\.examples\.tsx$/.exec(path) ?? []
    return {
      name,
      folder,
      examples: examples.map((example) => ({ ...example, id: `${name}/${slug(example.name)}` })),
    }
  })
}

/** The ending of an example's name in a language other than English, by language. */
const languagePatterns: Readonly<Record<string, RegExp>> = {
  es: /spanish|español/i,
  'zh-Hant': /traditional chinese/i,
  'zh-Hans': /chinese/i,
  vi: /vietnamese/i,
  ko: /korean/i,
  fil: /filipino/i,
  ar: /arabic/i,
  fr: /french/i,
  ht: /haitian/i,
  km: /khmer/i,
  bn: /bengali/i,
  hi: /hindi/i,
}

/** Returns the examples whose component or name has every word of the search, without empty groups. */
export function searchGroups(groups: readonly Group[], search: string): Group[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return groups
    .map((group) => ({
      ...group,
      examples: group.examples.filter(({ name }) => {
        const text = `${group.folder} ${group.name} ${name}`.toLowerCase()
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ examples }) => examples.length > 0)
}

/** Returns the examples in one language, by their names, without empty groups. */
export function filterByLanguage(groups: readonly Group[], language: string): Group[] {
  if (language === 'auto') return [...groups]
  return groups
    .map((group) => ({
      ...group,
      examples: group.examples.filter(({ name }) => getLanguage(name) === language),
    }))
    .filter(({ examples }) => examples.length > 0)
}

function getLanguage(name: string): string {
  return Object.keys(languagePatterns).find((code) => languagePatterns[code]?.test(name)) ?? 'en'
}

/** Returns a URL-safe name: `Two errors, Spanish` becomes `two-errors-spanish`. */
export function slug(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
