/** Language switcher above the heading, and the selected language. */
import { createContext, type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { closestLanguage, type LanguageCode, languageCodes, languageNames } from '../../../contract/languages.ts'
import { useBrowserLayoutEffect, useLatest } from '../effects.ts'
import { focusScreen } from '../focus.ts'
import { useFormContext } from '../form-context.ts'
import { readEntry, writeEntry } from '../history-entry.ts'
import { parseIdleSeconds } from '../options.ts'
import { detectLocales } from '../page-address.ts'
import type { InternalFormProps } from '../voter-registration-props.ts'

/** Languages in the row; the others are collapsed. */
const inRow = 3

interface LanguagesProps {
  /** The languages offered by the page or the BFF; `undefined` while loading. */
  offered: readonly string[] | undefined
  /** The query of the hosted page, starting with `locale`: there, languages are links. `undefined` elsewhere. */
  query: string | undefined
  onAway: () => void
}

/** Reserves its space until the settings are loaded. */
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
  /** @param language `undefined` selects the page's */
  choose: (language: LanguageCode | undefined) => void
  /** Whether this is the language that the voter is waiting for; true once. */
  hasCome: (language: string) => boolean
}

export const LanguageContext = createContext<LanguageChoice>({ choose: () => undefined, hasCome: () => false })

/** Replaces the page's language by the selected one, and omits the page's `messages`, which are in the page's language. Input
 *  stays. The selection is stored in the browser's history entry for a reload, except in kiosk mode. Returns the effective props,
 *  and the value of `LanguageContext`. */
export function useLanguageChoice(
  props: InternalFormProps,
  root: RefObject<HTMLElement | null>,
  instanceId: string,
): [InternalFormProps, LanguageChoice] {
  const [chosen, setChosen] = useState<{ language: LanguageCode; isOfPage: boolean }>()
  const awaited = useRef<string>(undefined)
  const latest = useLatest(props)
  const isShared = parseIdleSeconds(props.kiosk) !== undefined
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
  // After the first render, which must equal the server's.
  useBrowserLayoutEffect(() => {
    if (isShared) return
    const kept = readEntry(member, instanceId)
    show(languageCodes.find((code) => code === kept))
  }, [show, isShared, instanceId])
  if (chosen === undefined) return [props, choice]
  const { messages, ...others } = props
  return [{ ...others, ...(chosen.isOfPage && { messages }), locale: chosen.language }, choice]
}

/** Moves the focus to the heading in the new language, since the clicked button is gone. Screen readers announce the change. */
function useLanguageFocus(place: RefObject<HTMLElement | null>, language: string): LanguageChoice['choose'] {
  const { choose, hasCome } = useContext(LanguageContext)
  useEffect(() => {
    const root = hasCome(language) ? place.current?.closest<HTMLElement>('.vr-root') : undefined
    if (root) focusScreen(root)
  }, [hasCome, language, place])
  return choose
}
