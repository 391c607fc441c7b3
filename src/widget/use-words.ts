/** The texts of this form: its language, and the partner's own words in place of some. */
import { type RefObject, useMemo, useState } from 'react'
import { useBrowserEffect } from './browser-effect.ts'
import { overrideWords, pickWords, wishesAround } from './words/pick-words.ts'
import type { Words } from './words/words.ts'

/** `auto` is English until mount, then before the first paint what the page and the browser say: so what a server
 *  renders and what a browser hydrates agree. */
export function useWords(
  root: RefObject<HTMLElement | null>,
  locale: string,
  messages: Readonly<Record<string, string>> | undefined,
): Words {
  const [found, setFound] = useState<Words>(() => pickWords())
  useBrowserEffect(() => {
    if (locale === 'auto' && root.current !== null) setFound(pickWords(...wishesAround(root.current)))
  }, [locale, root])
  const words = locale === 'auto' ? found : pickWords(locale)
  const overrides = useSame(messages)
  return useMemo(() => {
    if (overrides === undefined) return words
    return overrideWords(words, overrides, (key) => {
      // Those are looked up where the facts are.
      if (key.startsWith('facts.')) return
      console.warn(`voter-registration: messages["${key}"] names no text. See the keys in the README.`)
    })
  }, [words, overrides])
}

/** The same object for the same content: a page may well write it anew on each render. */
function useSame<Value>(value: Value): Value {
  const [kept, setKept] = useState(value)
  if (kept === value || JSON.stringify(kept) === JSON.stringify(value)) return kept
  setKept(value)
  return value
}
