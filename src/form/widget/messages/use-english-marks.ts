/** Sets `lang` on untranslated texts (WCAG 3.1.2). */
import type { RefObject } from 'react'
import { useIsomorphicLayoutEffect } from '../effects.ts'
import type { FormMessages } from './catalog.ts'

type LangMessages = Pick<FormMessages, 'language' | 'direction' | 'english'>

/** Sets `lang="en"` on elements whose own text is untranslated, so that components need not know the language of each text. */
export function useLangAttributes(root: RefObject<HTMLElement | null>, t: LangMessages): void {
  const { language, direction, english } = t
  useIsomorphicLayoutEffect(() => {
    const element = root.current
    return element === null || language === 'en'
      ? undefined
      : applyLangAttributes(element, { language, direction, english })
  }, [root, language, direction, english])
}

function applyLangAttributes(root: HTMLElement, { language, direction, english }: LangMessages): () => void {
  // Each with its original `lang`.
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
      // Leave elements in a third language unchanged.
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

/** Returns `en`, or `form` for translated text inside an English element; `undefined` if no `lang` is needed. */
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
