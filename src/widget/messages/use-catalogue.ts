/** The texts of this form: its language, and the partner's own words in place of some. */
import { type RefObject, useMemo, useState } from 'react'
import { closestLanguage, languageCodes } from '../../contract/languages.ts'
import type { Catalogue } from '../../locales/catalogue.ts'
import { useBrowserLayoutEffect } from '../effects.ts'
import type { BffClient } from '../flow/bff-client.ts'
import type { VoterRegistrationOptions } from '../options.ts'
import { parentElementOf } from '../parent-element-of.ts'
import { type Words, wordsIn } from './catalogue.ts'

/** How far the texts are: not looked for yet, on their way, or as they stay. */
export type CatalogueStage = 'unasked' | 'loading' | 'settled'

interface Found {
  stage: CatalogueStage
  /** `undefined` is English. */
  catalogue: Catalogue | undefined
}

/**
 * English is here; every other language is one that the page gives, or is fetched once. Until it is there, and where it
 * cannot be had, the texts are in the voter's next language, or English. `auto` is English until mount, then before the first paint what the page and the
 * browser say: so what a server renders and what a browser hydrates agree.
 */
export function useCatalogue(
  root: RefObject<HTMLElement | null>,
  client: BffClient,
  { locale = 'auto', locales, messages }: Pick<VoterRegistrationOptions, 'locale' | 'locales' | 'messages'>,
): { words: Words; stage: CatalogueStage } {
  const given = useSame(locales, haveSameMembers) ?? none
  const [found, setFound] = useState<Found>(() => {
    const wished = locale === 'auto' ? undefined : look([locale], given)
    return typeof wished === 'object' ? wished : { stage: 'unasked', catalogue: undefined }
  })
  useBrowserLayoutEffect(() => {
    if (root.current === null) return undefined
    let isWanted = true
    const ask = (preferred: readonly string[]) => {
      const wished = look(preferred, given)
      if (typeof wished === 'object') {
        setFound((before) => (before.stage === 'settled' && before.catalogue === wished.catalogue ? before : wished))
        return
      }
      // After a change of language the texts of the one before stay until the new ones are there.
      setFound((before) => (before.stage === 'settled' ? before : { ...before, stage: 'loading' }))
      client.words(wished).then(
        (catalogue) => isWanted && setFound({ stage: 'settled', catalogue }),
        () => {
          if (!isWanted) return
          const others = preferred.filter((one) => closestLanguage([one], [wished]) === undefined)
          const next = look(others, given)
          console.warn(
            `voter-registration: the texts in "${wished}" cannot be loaded from the BFF. The form is in ${typeof next === 'string' ? `"${next}"` : (next.catalogue?.language ?? 'English')}.`,
          )
          ask(others)
        },
      )
    }
    ask(locale === 'auto' ? detectLocales(root.current) : [locale])
    return () => {
      isWanted = false
    }
  }, [client, given, locale, root])

  const overrides = useSame(messages, (one, other) => JSON.stringify(one) === JSON.stringify(other))
  const { stage, catalogue } = found
  const words = useMemo(() => wordsIn(catalogue, { messages: overrides, unknownKey }), [catalogue, overrides])
  return { words, stage }
}

const none: readonly Catalogue[] = []

/** The texts if they are here, else the language to fetch. */
function look(preferred: readonly string[], given: readonly Catalogue[]): Found | string {
  const language = closestLanguage(preferred, [...given.map((one) => one.language), ...languageCodes]) ?? 'en'
  const catalogue = given.find((one) => one.language === language)
  return catalogue !== undefined || language === 'en' ? { stage: 'settled', catalogue } : language
}

function unknownKey(key: string): void {
  // Those are looked up where the facts are.
  if (key.startsWith('facts.') || key.startsWith('status.')) return
  console.warn(`voter-registration: messages["${key}"] names no text.`)
}

/** The same object for the same content: a page may well write it anew on each render. */
function useSame<Value>(value: Value, isSame: (one: Value, other: Value) => boolean): Value {
  const [kept, setKept] = useState(value)
  if (kept === value || isSame(kept, value)) return kept
  setKept(value)
  return value
}

function haveSameMembers(one: readonly unknown[] = none, other: readonly unknown[] = none): boolean {
  return one.length === other.length && one.every((member, index) => member === other[index])
}

/** The languages that `locale: 'auto'` asks for: the closest `lang` around an element (not its own), out of shadow roots too, then the browser's languages. Only after
 *  mount: a server knows neither. */
function detectLocales(element: Element): readonly string[] {
  for (let at = parentElementOf(element); at; at = parentElementOf(at)) {
    const lang = at.getAttribute('lang')
    if (lang !== null) return [lang, ...navigator.languages]
  }
  return navigator.languages
}
