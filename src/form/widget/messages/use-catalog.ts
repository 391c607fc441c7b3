/** Loads the form's messages in its language, with the partner's overrides. */
import { type RefObject, useMemo, useState } from 'react'
import { closestLanguage, languageCodes } from '../../../contract/languages.ts'
import type { Catalog } from '../../locales/catalog.ts'
import { en } from '../../locales/en.ts'
import { useIsomorphicLayoutEffect } from '../effects.ts'
import type { ReadingClient } from '../flow/reading-client.ts'
import type { VoterRegistrationOptions } from '../options.ts'
import { detectLocales } from '../page-address.ts'
import { createFormMessages, warnOfUnknownKey } from './catalog.ts'

interface CatalogState {
  /** Not requested, loading, or final. */
  loadState: 'idle' | 'loading' | 'ready'
  /** `undefined` is English. */
  catalog: Catalog | undefined
}

/** English is built in; other languages are provided by the page or fetched once. Until a language is loaded, and if it is
 *  unavailable, the voter's next language or English is used. `auto` is English until mount, so that the browser can hydrate
 *  the server's HTML, and then, before the first paint, the language of the page or the browser. */
export function useCatalog(
  root: RefObject<HTMLElement | null>,
  client: Pick<ReadingClient, 'messages'>,
  { locale = 'auto', locales, messages }: Pick<VoterRegistrationOptions, 'locale' | 'locales' | 'messages'>,
) {
  const pageCatalogs = useStableValue(locales, haveSameMembers) ?? noCatalogs
  const [loaded, setLoaded] = useState<CatalogState>(() => {
    const requested = locale === 'auto' ? undefined : findCatalog([locale], pageCatalogs)
    return typeof requested === 'object' ? requested : { loadState: 'idle', catalog: undefined }
  })
  useIsomorphicLayoutEffect(() => {
    if (root.current === null) return undefined
    let isCurrent = true
    const loadCatalog = (preferred: readonly string[]) => {
      const requested = findCatalog(preferred, pageCatalogs)
      if (typeof requested === 'object') {
        setLoaded((previous) =>
          previous.loadState === 'ready' && previous.catalog === requested.catalog ? previous : requested,
        )
        return
      }
      // After a language change the previous texts stay until the new ones are loaded.
      setLoaded((previous) => (previous.loadState === 'ready' ? previous : { ...previous, loadState: 'loading' }))
      client.messages(requested).then(
        (catalog) => isCurrent && setLoaded({ loadState: 'ready', catalog }),
        () => {
          if (!isCurrent) return
          const remaining = preferred.filter((language) => closestLanguage([language], [requested]) === undefined)
          const next = findCatalog(remaining, pageCatalogs)
          console.warn(
            `voter-registration: the texts in "${requested}" cannot be loaded from the BFF. The form is in ${typeof next === 'string' ? `"${next}"` : (next.catalog?.language ?? 'English')}.`,
          )
          loadCatalog(remaining)
        },
      )
    }
    if (locale !== 'auto' && closestLanguage([locale], listLanguages(pageCatalogs)) === undefined)
      console.warn(
        `voter-registration: locale="${locale}" has no texts. Use auto, ${listLanguages(pageCatalogs).join(', ')}.`,
      )
    loadCatalog(locale === 'auto' ? detectLocales(root.current) : [locale])
    return () => {
      isCurrent = false
    }
  }, [client, pageCatalogs, locale, root])

  const overrides = useStableValue(messages, (left, right) => JSON.stringify(left) === JSON.stringify(right))
  const { loadState, catalog } = loaded
  const t = useMemo(() => createFormMessages(catalog, { messages: overrides, unknownKey }), [catalog, overrides])
  return { t, loadState }
}

const noCatalogs: readonly Catalog[] = []

function listLanguages(pageCatalogs: readonly Catalog[]): string[] {
  return [...new Set([...pageCatalogs.map((catalog) => catalog.language), ...languageCodes])]
}

function findCatalog(preferred: readonly string[], pageCatalogs: readonly Catalog[]): CatalogState | string {
  const language = closestLanguage(preferred, listLanguages(pageCatalogs)) ?? 'en'
  const catalog = pageCatalogs.find((candidate) => candidate.language === language)
  return catalog !== undefined || language === 'en' ? { loadState: 'ready', catalog } : language
}

function unknownKey(key: string): void {
  // The facts' messages check these keys.
  if (key.startsWith('facts.')) return
  warnOfUnknownKey(key, en)
}

/** Returns the same object for equal content, since a page may create it on each render. */
function useStableValue<Value>(value: Value, isSame: (left: Value, right: Value) => boolean): Value {
  const [stableValue, setStableValue] = useState(value)
  if (stableValue === value || isSame(stableValue, value)) return stableValue
  setStableValue(value)
  return value
}

function haveSameMembers(left: readonly unknown[] = noCatalogs, right: readonly unknown[] = noCatalogs): boolean {
  return left.length === right.length && left.every((member, index) => member === right[index])
}
