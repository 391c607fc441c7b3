/** The other languages of the form, above its heading, and the one that the voter has chosen there. */
import { createContext, type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { closestLanguage, type LanguageCode, languageCodes, languageNames } from '../../../contract/languages.ts'
import { useBrowserLayoutEffect, useLatest } from '../effects.ts'
import { focusScreen } from '../focus.ts'
import { useFormContext } from '../form-context.ts'
import { readEntry, writeEntry } from '../history-entry.ts'
import { idleSecondsOf } from '../options.ts'
import { detectLocales } from '../page-address.ts'
import type { InternalFormProps } from '../voter-registration-props.ts'

/** Names that stand in the row; the others unfold. */
const inRow = 3

interface LanguagesProps {
  /** The languages that the page or the BFF offers; `undefined` while that is not known. */
  offered: readonly string[] | undefined
  /** The query of the BFF's own page, beginning with its language: another one is another page. `undefined` elsewhere. */
  query: string | undefined
  onAway: () => void
}

/** The row. Its room is there from the start, so that nothing moves when the settings tell the languages. */
export function Languages({ offered, query, onAway }: LanguagesProps) {
  const { t } = useFormContext()
  const place = useRef<HTMLElement>(null)
  const choose = useLanguageFocus(place, t.language)
  const others = languageCodes.filter((code) => code !== t.language && (code === 'en' || offered?.includes(code)))
  if (offered === undefined || others.length === 0) return <div className="vr-languages" />
  const button = (code: LanguageCode) => {
    const common = { className: 'vr-button vr-button-plain', lang: code, children: languageNames[code] }
    if (query === undefined) return <button key={code} type="button" onClick={() => choose(code)} {...common} />
    const href = `form?${query.replace(/^locale=[^&]*/, `locale=${code}`)}`
    return <a key={code} href={href} onClick={onAway} {...common} />
  }
  const [first, more] = [others.slice(0, inRow), others.slice(inRow)]
  return (
    <nav ref={place} className="vr-languages" aria-label={t.form.languages}>
      {first.map(button)}
      {more.length > 0 && (
        <details>
          <summary>{t.form.moreLanguages}</summary>
          {more.map(button)}
        </details>
      )}
    </nav>
  )
}

const member = 'voterRegistrationLanguage'

interface LanguageChoice {
  /** @param language `undefined` is the page's */
  choose: (language: LanguageCode | undefined) => void
  /** Whether this is the language that the voter has chosen and is waiting for; once. */
  hasCome: (language: string) => boolean
}

export const LanguageContext = createContext<LanguageChoice>({ choose: () => undefined, hasCome: () => false })

/** Puts the voter's language in the place of the page's. The page's own texts are in the page's language: they are left out in
 *  every other one. What was typed stays. The choice is kept in the browser's history entry, so that a reload shows it again;
 *  on a device that many voters share, it is not. Returns the props in effect, and the choice for the context. */
export function useLanguageChoice(
  props: InternalFormProps,
  root: RefObject<HTMLElement | null>,
  instanceId: string,
): [InternalFormProps, LanguageChoice] {
  const [chosen, setChosen] = useState<{ language: LanguageCode; isOfPage: boolean }>()
  const awaited = useRef<string>(undefined)
  const latest = useLatest(props)
  const isShared = idleSecondsOf(props.kiosk) !== undefined
  const [show, choice] = useMemo(() => {
    const set = (language: LanguageCode | undefined) => {
      const { locale = 'auto' } = latest.current
      const ofPage = locale === 'auto' ? root.current && detectLocales(root.current) : [locale]
      const isOfPage = language === (closestLanguage(ofPage ?? [], languageCodes) ?? 'en')
      setChosen(language && { language, isOfPage })
    }
    const choose = (language: LanguageCode | undefined) => {
      awaited.current = language
      set(language)
      if (!isShared) writeEntry({ member, instanceId }, language)
    }
    const hasCome = (language: string) => {
      if (awaited.current !== language) return false
      awaited.current = undefined
      return true
    }
    return [set, { choose, hasCome }] as const
  }, [root, instanceId, isShared, latest])
  // After the first render, which is the same as a server's.
  useBrowserLayoutEffect(() => {
    if (isShared) return
    const kept = readEntry(member, instanceId)
    show(languageCodes.find((code) => code === kept))
  }, [show, isShared, instanceId])
  if (chosen === undefined) return [props, choice]
  const { messages, ...others } = props
  return [{ ...others, ...(chosen.isOfPage && { messages }), locale: chosen.language }, choice]
}

/** Moves the focus to the heading in the chosen language: its name in the row is gone, and screen readers tell the change. */
function useLanguageFocus(place: RefObject<HTMLElement | null>, language: string): LanguageChoice['choose'] {
  const { choose, hasCome } = useContext(LanguageContext)
  useEffect(() => {
    const root = hasCome(language) ? place.current?.closest<HTMLElement>('.vr-root') : undefined
    if (root) focusScreen(root)
  }, [hasCome, language, place])
  return choose
}
