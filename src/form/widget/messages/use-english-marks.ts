/** Marks texts as English that are among others because a translation is missing (WCAG 3.1.2). */
import type { RefObject } from 'react'
import { useBrowserLayoutEffect } from '../effects.ts'
import type { Words } from './catalog.ts'

type MarkedWords = Pick<Words, 'language' | 'direction' | 'english'>

/** Sets `lang="en"` where an element's own text is English, as rendered: no component has to know where texts come from. */
export function useEnglishMarks(root: RefObject<HTMLElement | null>, words: MarkedWords): void {
  const { language, direction, english } = words
  useBrowserLayoutEffect(() => {
    const element = root.current
    return element === null || language === 'en' ? undefined : markEnglish(element, { language, direction, english })
  }, [root, language, direction, english])
}

function markEnglish(element: HTMLElement, { language, direction, english }: MarkedWords): () => void {
  // Each with its previous language.
  const marked = new Map<Element, string | null>()
  const unmark = (one: Element) => {
    const before = marked.get(one)
    if (!marked.delete(one)) return
    one.removeAttribute('dir')
    if (typeof before === 'string') one.setAttribute('lang', before)
    else one.removeAttribute('lang')
  }
  const mark = () => {
    if (english.size + marked.size === 0) return
    for (const one of element.querySelectorAll('*')) {
      const given = marked.has(one) ? marked.get(one) : one.getAttribute('lang')
      // Leave an element in a third language unchanged.
      const said = typeof given === 'string' && given !== language ? undefined : languageOf(one, marked, english)
      if (said === undefined) {
        unmark(one)
        continue
      }
      const lang = said === 'en' ? 'en' : language
      if (one.getAttribute('lang') === lang) continue
      marked.set(one, given ?? null)
      one.setAttribute('lang', lang)
      one.setAttribute('dir', said === 'en' ? 'ltr' : direction)
    }
  }
  mark()
  const screen = new MutationObserver(mark)
  screen.observe(element, { subtree: true, childList: true, characterData: true })
  return () => {
    screen.disconnect()
    for (const one of marked.keys()) unmark(one)
  }
}

/** Returns the language of an element's own text: English, or the form's inside of English; `undefined`: nothing to mark. */
function languageOf(element: Element, marked: ReadonlyMap<Element, unknown>, english: ReadonlySet<string>) {
  let own = ''
  // Text nodes only.
  for (const node of element.childNodes) if (node.nodeType === 3) own += node.nodeValue ?? ''
  if (own.trim() === '') return undefined
  if (english.has(own.trim())) return 'en'
  const around = element.parentElement?.closest('[lang]')
  return around && marked.has(around) && around.getAttribute('lang') === 'en' ? 'own' : undefined
}
