/** Marks texts as English that are among others because a translation is missing (WCAG 3.1.2). */
import type { RefObject } from 'react'
import { useBrowserLayoutEffect } from '../effects.ts'
import type { Words } from './catalog.ts'

type LangMessages = Pick<Words, 'language' | 'direction' | 'english'>

/** Sets `lang="en"` where an element's own text is English, as rendered: no component has to know where texts come from. */
export function useEnglishMarks(root: RefObject<HTMLElement | null>, words: LangMessages): void {
  const { language, direction, english } = words
  useBrowserLayoutEffect(() => {
    const element = root.current
    return element === null || language === 'en'
      ? undefined
      : applyLangAttributes(element, { language, direction, english })
  }, [root, language, direction, english])
}

function applyLangAttributes(root: HTMLElement, { language, direction, english }: LangMessages): () => void {
  // Each with its previous language.
  const originalLangs = new Map<Element, string | null>()
  const restore = (element: Element) => {
    const originalLang = originalLangs.get(element)
    if (!originalLangs.delete(element)) return
    element.removeAttribute('dir')
    if (typeof originalLang === 'string') element.setAttribute('lang', originalLang)
    else element.removeAttribute('lang')
  }
  const update = () => {
    if (english.size + originalLangs.size === 0) return
    for (const element of root.querySelectorAll('*')) {
      const authorLang = originalLangs.has(element) ? originalLangs.get(element) : element.getAttribute('lang')
      // Leave an element in a third language unchanged.
      const textLang =
        typeof authorLang === 'string' && authorLang !== language
          ? undefined
          : getTextLanguage(element, originalLangs, english)
      if (textLang === undefined) {
        restore(element)
        continue
      }
      const lang = textLang === 'en' ? 'en' : language
      if (element.getAttribute('lang') === lang) continue
      originalLangs.set(element, authorLang ?? null)
      element.setAttribute('lang', lang)
      element.setAttribute('dir', textLang === 'en' ? 'ltr' : direction)
    }
  }
  update()
  const observer = new MutationObserver(update)
  observer.observe(root, { subtree: true, childList: true, characterData: true })
  return () => {
    observer.disconnect()
    for (const element of originalLangs.keys()) restore(element)
  }
}

/** Returns the language of an element's own text: English, or the form's inside of English; `undefined`: nothing to mark. */
function getTextLanguage(
  element: Element,
  markedElements: ReadonlyMap<Element, unknown>,
  english: ReadonlySet<string>,
) {
  let text = ''
  // Text nodes only.
  for (const node of element.childNodes) if (node.nodeType === 3) text += node.nodeValue ?? ''
  if (text.trim() === '') return undefined
  if (english.has(text.trim())) return 'en'
  const ancestor = element.parentElement?.closest('[lang]')
  return ancestor && markedElements.has(ancestor) && ancestor.getAttribute('lang') === 'en' ? 'form' : undefined
}
