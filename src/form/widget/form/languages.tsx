/** The other languages of the form, by their own names, above its heading; and the one that the voter has chosen there, before the
 *  page's. */
import { createContext, type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { type LanguageCode, languageCodes, languageNames } from '../../../contract/languages.ts'
import { focusScreen } from '../focus.ts'
import { useFormTools } from '../inputs/form-tools.ts'
import type { VoterRegistrationProps } from '../voter-registration-props.ts'

/** Names that stand in the row; the others unfold. */
const inRow = 3

/** The field with which a browser without scripts asks for the form in another language; what was typed goes along. */
export const languageField = '_language'

/** What the languages need. */
interface LanguagesProps {
  /** The languages that the page or the BFF offers; `undefined` while that is not known. */
  offered: readonly string[] | undefined
  /** Whether a press posts the form: to the BFF's own page. */
  posts: boolean
}

/** The row. Its room is there from the start, so that nothing moves when the settings tell the languages. */
export function Languages({ offered, posts }: LanguagesProps) {
  const { words } = useFormTools()
  const place = useRef<HTMLElement>(null)
  const choose = useLanguageFocus(place, words.language)
  const others = languageCodes.filter((code) => code !== words.language && (code === 'en' || offered?.includes(code)))
  if (offered === undefined || others.length === 0) return <div className="vr-languages" />
  const button = (code: (typeof languageCodes)[number]) => (
    <button
      key={code}
      className="vr-button vr-button-plain"
      lang={code}
      {...(posts
        ? { type: 'submit', name: languageField, value: code, formNoValidate: true }
        : { type: 'button', onClick: () => choose(code) })}
    >
      {languageNames[code]}
    </button>
  )
  const [first, more] = [others.slice(0, inRow), others.slice(inRow)]
  return (
    <nav ref={place} className="vr-languages" aria-label={words.form.languages}>
      {first.map(button)}
      {more.length > 0 && (
        <details>
          <summary>{words.form.moreLanguages}</summary>
          {more.map(button)}
        </details>
      )}
    </nav>
  )
}

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
function useLanguageFocus(place: RefObject<HTMLElement | null>, language: string): LanguageChoice['choose'] {
  const { choose, hasCome } = useContext(LanguageContext)
  useEffect(() => {
    const root = hasCome(language) ? place.current?.closest<HTMLElement>('.vr-root') : undefined
    if (root) focusScreen(root)
  }, [hasCome, language, place])
  return choose
}
