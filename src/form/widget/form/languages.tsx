/** The other languages of the form, by their own names, above its heading. */
import { useRef } from 'react'
import { languageCodes, languageNames } from '../../../contract/languages.ts'
import { useFormTools } from '../inputs/form-tools.ts'
import { useLanguageFocus } from '../use-language.ts'

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
