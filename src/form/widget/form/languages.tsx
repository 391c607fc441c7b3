/** Language switcher above the heading, and the selected language. */
import { createContext, type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { closestLanguage, type LanguageCode, languageCodes, languageNames } from '../../../contract/languages.ts'
import { useIsomorphicLayoutEffect, useLatestRef } from '../effects.ts'
import { focusScreen } from '../focus.ts'
import { useFormContext } from '../form-context.ts'
import { getEntry, setEntry } from '../history-entry.ts'
import { parseIdleSeconds } from '../options.ts'
import { detectLocales } from '../page-address.ts'
import type { InternalFormProps } from '../voter-registration-props.ts'

/** Languages in the row; the others are collapsed. */
const maxVisible = 3

interface LanguagesProps {
  /** The languages offered by the page or the BFF; `undefined` while loading. */
  offered: readonly string[] | undefined
  /** The query of the hosted page, starting with `locale`: there, languages are links. `undefined` elsewhere. */
  query: string | undefined
  onNavigateAway: () => void
}

/** Reserves its space until the settings are loaded. */
export function Languages({ offered, query, onNavigateAway }: LanguagesProps) {
  const { t } = useFormContext()
  const container = useRef<HTMLElement>(null)
  const choose = useLanguageFocus(container, t.language)
  const otherLanguages = languageCodes.filter(
    (code) => code !== t.language && (code === 'en' || offered?.includes(code)),
  )
  if (offered === undefined || otherLanguages.length === 0) return <div className="vr-languages" />
  const renderLanguage = (code: LanguageCode) => {
    const common = { className: 'vr-button vr-button-plain', lang: code, children: languageNames[code] }
    if (query === undefined) return <button key={code} type="button" onClick={() => choose(code)} {...common} />
    const href = `form?${query.replace(/^locale=[^&]*/, `locale=${code}`)}`
    return <a key={code} href={href} onClick={onNavigateAway} {...common} />
  }
  const [visible, collapsed] = [otherLanguages.slice(0, maxVisible), otherLanguages.slice(maxVisible)]
  return (
    <nav ref={container} className="vr-languages" aria-label={t.form.languages}>
      {visible.map(renderLanguage)}
      {collapsed.length > 0 && (
        <details>
          <summary>{t.form.moreLanguages}</summary>
          {collapsed.map(renderLanguage)}
        </details>
      )}
    </nav>
  )
}

const languageHistoryKey = 'voterRegistrationLanguage'

interface LanguageChoice {
  /** @param language `undefined` selects the page's */
  choose: (language: LanguageCode | undefined) => void
  /** Whether this is the language that the voter is waiting for; true once. */
  hasArrived: (language: string) => boolean
}

export const LanguageContext = createContext<LanguageChoice>({ choose: () => undefined, hasArrived: () => false })

/** Replaces the page's language by the selected one, and omits the page's `messages`, which are in the page's language. Input
 *  stays. The selection is stored in the browser's history entry for a reload, except in kiosk mode. Returns the effective props,
 *  and the value of `LanguageContext`. */
export function useLanguageChoice(
  props: InternalFormProps,
  root: RefObject<HTMLElement | null>,
  instanceId: string,
): [InternalFormProps, LanguageChoice] {
  const [selection, setSelection] = useState<{ language: LanguageCode; isPageLanguage: boolean }>()
  const pendingLanguage = useRef<string>(undefined)
  const latest = useLatestRef(props)
  const isKiosk = parseIdleSeconds(props.kiosk) !== undefined
  const [show, choice] = useMemo(() => {
    const set = (language: LanguageCode | undefined) => {
      const { locale = 'auto' } = latest.current
      const pageLocales = locale === 'auto' ? root.current && detectLocales(root.current) : [locale]
      const isPageLanguage = language === (closestLanguage(pageLocales ?? [], languageCodes) ?? 'en')
      setSelection(language && { language, isPageLanguage })
    }
    const choose = (language: LanguageCode | undefined) => {
      pendingLanguage.current = language
      set(language)
      if (!isKiosk) setEntry({ historyKey: languageHistoryKey, instanceId }, language)
    }
    const hasArrived = (language: string) => {
      if (pendingLanguage.current !== language) return false
      pendingLanguage.current = undefined
      return true
    }
    return [set, { choose, hasArrived }] as const
  }, [root, instanceId, isKiosk, latest])
  // After the first render, which must equal the server's.
  useIsomorphicLayoutEffect(() => {
    if (isKiosk) return
    const savedLanguage = getEntry(languageHistoryKey, instanceId)
    show(languageCodes.find((code) => code === savedLanguage))
  }, [show, isKiosk, instanceId])
  if (selection === undefined) return [props, choice]
  const { messages, ...otherProps } = props
  return [{ ...otherProps, ...(selection.isPageLanguage && { messages }), locale: selection.language }, choice]
}

/** Moves the focus to the heading in the new language, since the clicked button is gone. Screen readers announce the change. */
function useLanguageFocus(container: RefObject<HTMLElement | null>, language: string): LanguageChoice['choose'] {
  const { choose, hasArrived } = useContext(LanguageContext)
  useEffect(() => {
    const root = hasArrived(language) ? container.current?.closest<HTMLElement>('.vr-root') : undefined
    if (root) focusScreen(root)
  }, [hasArrived, language, container])
  return choose
}
