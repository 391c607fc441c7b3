/** Loads the form's messages in its language, with the partner's overrides. */
import { type RefObject, useMemo, useState } from 'react'
import { closestLanguage, languageCodes } from '../../../contract/languages.ts'
import type { Catalog } from '../../locales/catalog.ts'
import { en } from '../../locales/en.ts'
import { useBrowserLayoutEffect } from '../effects.ts'
import type { ReadingClient } from '../flow/reading-client.ts'
import type { VoterRegistrationOptions } from '../options.ts'
import { detectLocales } from '../page-address.ts'
import { warnOfUnknownKey, wordsIn } from './catalog.ts'

interface Found {
  /** Not requested, loading, or final. */
  stage: 'unasked' | 'loading' | 'settled'
  /** `undefined` is English. */
  catalog: Catalog | undefined
}

/** English is built in; other languages are provided by the page or fetched once. Until a language is loaded, and if it is
 *  unavailable, the voter's next language or English is used. `auto` is English until mount, so that the browser can hydrate
 *  the server's HTML, and then, before the first paint, the language of the page or the browser. */
export function useCatalog(
  root: RefObject<HTMLElement | null>,
  client: Pick<ReadingClient, 'words'>,
  { locale = 'auto', locales, messages }: Pick<VoterRegistrationOptions, 'locale' | 'locales' | 'messages'>,
) {
  const given = useSame(locales, haveSameMembers) ?? none
  const [found, setFound] = useState<Found>(() => {
    const requested = locale === 'auto' ? undefined : look([locale], given)
    return typeof requested === 'object' ? requested : { stage: 'unasked', catalog: undefined }
  })
  useBrowserLayoutEffect(() => {
    if (root.current === null) return undefined
    let isWanted = true
    const ask = (preferred: readonly string[]) => {
      const requested = look(preferred, given)
      if (typeof requested === 'object') {
        setFound((before) => (before.stage === 'settled' && before.catalog === requested.catalog ? before : requested))
        return
      }
      // After a language change the previous texts stay until the new ones are loaded.
      setFound((before) => (before.stage === 'settled' ? before : { ...before, stage: 'loading' }))
      client.words(requested).then(
        (catalog) => isWanted && setFound({ stage: 'settled', catalog }),
        () => {
          if (!isWanted) return
          const others = preferred.filter((one) => closestLanguage([one], [requested]) === undefined)
          const next = look(others, given)
          console.warn(
            `voter-registration: the texts in "${requested}" cannot be loaded from the BFF. The form is in ${typeof next === 'string' ? `"${next}"` : (next.catalog?.language ?? 'English')}.`,
          )
          ask(others)
        },
      )
    }
    if (locale !== 'auto' && closestLanguage([locale], languagesOf(given)) === undefined)
      console.warn(`voter-registration: locale="${locale}" has no texts. Use auto, ${languagesOf(given).join(', ')}.`)
    ask(locale === 'auto' ? detectLocales(root.current) : [locale])
    return () => {
      isWanted = false
    }
  }, [client, given, locale, root])

  const overrides = useSame(messages, (one, other) => JSON.stringify(one) === JSON.stringify(other))
  const { stage, catalog } = found
  const words = useMemo(() => wordsIn(catalog, { messages: overrides, unknownKey }), [catalog, overrides])
  return { words, stage }
}

const none: readonly Catalog[] = []

function languagesOf(given: readonly Catalog[]): string[] {
  return [...new Set([...given.map((one) => one.language), ...languageCodes])]
}

function look(preferred: readonly string[], given: readonly Catalog[]): Found | string {
  const language = closestLanguage(preferred, languagesOf(given)) ?? 'en'
  const catalog = given.find((one) => one.language === language)
  return catalog !== undefined || language === 'en' ? { stage: 'settled', catalog } : language
}

function unknownKey(key: string): void {
  // The facts' messages check these keys.
  if (key.startsWith('facts.')) return
  warnOfUnknownKey(key, en)
}

/** Returns the same object for equal content, since a page may create it on each render. */
function useSame<Value>(value: Value, isSame: (one: Value, other: Value) => boolean): Value {
  const [kept, setKept] = useState(value)
  if (kept === value || isSame(kept, value)) return kept
  setKept(value)
  return value
}

function haveSameMembers(one: readonly unknown[] = none, other: readonly unknown[] = none): boolean {
  return one.length === other.length && one.every((member, index) => member === other[index])
}
