/** Says of English words that they are English, where they stand among others for want of a translation (WCAG 3.1.2). */
import type { RefObject } from 'react'
import { useBrowserEffect } from '../browser-effect.ts'
import { loadedLater, useLoaded } from '../loaded-later.ts'
import type { Words } from './catalogue.ts'

const marks = loadedLater(() => import('./mark-english.ts'))

/**
 * Marks every element whose own words are English ones with `lang="en"`, and takes the mark away when it says something
 * else. It looks at what is on the screen, so no component has to know where its words are from; where a language lacks
 * nothing, it does not look at all.
 *
 * @param root what is said in `words`
 */
export function useEnglishMarks(
  root: RefObject<HTMLElement | null>,
  words: Pick<Words, 'language' | 'direction' | 'english'>,
): void {
  const { language, direction, english } = words
  const part = useLoaded(marks, language !== 'en')
  useBrowserEffect(() => {
    const element = root.current
    if (element === null || language === 'en' || part === undefined || part === 'lost') return undefined
    return part.markEnglish(element, { language, direction, english })
  }, [root, language, direction, english, part])
}
