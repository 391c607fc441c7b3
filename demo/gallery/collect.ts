/** Puts examples into groups, each with a name that fits an address. */
import type { Example } from '../../src/testing/example.ts'

/** One example; `id` is `<file>/<name>`, for example `error-summary/two-errors`. */
export interface Shown extends Example {
  id: string
}

/** The examples of one component. */
export interface Group {
  /** The component's file, without folder and endings. */
  name: string
  /** Its folder below `src/widget`, empty for a file directly in it. */
  folder: string
  examples: readonly Shown[]
}

/**
 * Groups what the example files export, in the order given.
 *
 * @param files by path, as Vite's glob import gives them
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

/** How an example in another language than English ends, by language. */
const named: Readonly<Record<string, RegExp>> = {
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

/** The examples whose component or name has every word of the search; groups without any are left out. */
export function matching(groups: readonly Group[], search: string): Group[] {
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

/** The examples in one language, by their names; groups without any are left out. */
export function inLanguage(groups: readonly Group[], language: string): Group[] {
  if (language === 'auto') return [...groups]
  return groups
    .map((group) => ({
      ...group,
      examples: group.examples.filter(({ name }) => languageOf(name) === language),
    }))
    .filter(({ examples }) => examples.length > 0)
}

function languageOf(name: string): string {
  return Object.keys(named).find((code) => named[code]?.test(name)) ?? 'en'
}

/** A name as in an address: `Two errors, Spanish` becomes `two-errors-spanish`. */
export function slug(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
