/** The language that the voter has chosen in the form, before the page's. */
import { createContext, type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { LanguageCode } from '../../contract/languages.ts'
import { focusScreen } from './focus.ts'
import type { VoterRegistrationProps } from './voter-registration-props.ts'

/** The voter's choice. */
interface LanguageChoice {
  choose: (language: LanguageCode) => void
  /** Whether this is the language that the voter has chosen and is waiting for; once. */
  hasCome: (language: string) => boolean
}

/** The choice of the form around. */
export const LanguageContext = createContext<LanguageChoice>({ choose: () => undefined, hasCome: () => false })

/**
 * Puts the voter's language in the place of the page's. The page's own texts, which are in the page's language, are left out
 * then; what was typed stays.
 *
 * @returns the props in effect, and the choice for the context
 */
export function useLanguageChoice(props: VoterRegistrationProps): [VoterRegistrationProps, LanguageChoice] {
  const [chosen, setChosen] = useState<LanguageCode>()
  const awaited = useRef<string>(undefined)
  const choice = useMemo(() => {
    const choose = (language: LanguageCode) => {
      awaited.current = language
      setChosen(language)
    }
    const hasCome = (language: string) => {
      if (awaited.current !== language) return false
      awaited.current = undefined
      return true
    }
    return { choose, hasCome }
  }, [])
  const { messages: _, ...others } = props
  return [chosen === undefined ? props : { ...others, locale: chosen }, choice]
}

/**
 * Moves the focus to the heading once the chosen language is on the screen: its name in the row is gone, and the heading tells
 * a screen reader that the form has changed.
 *
 * @param place an element of the form
 * @param language the language on the screen
 */
export function useLanguageFocus(place: RefObject<HTMLElement | null>, language: string): LanguageChoice['choose'] {
  const { choose, hasCome } = useContext(LanguageContext)
  useEffect(() => {
    const root = hasCome(language) ? place.current?.closest<HTMLElement>('.vr-root') : undefined
    if (root) focusScreen(root)
  }, [hasCome, language, place])
  return choose
}
