/** The current notices of the BFF for voters. */
import type { Notice } from '../../../contract/bff-api.ts'
import type { Words } from '../messages/catalogue.ts'

/** The notices, each in the form's language or else in English: always plain text, with the source of a rule. */
export function Notices({ notices, words }: { notices: readonly Notice[] | undefined; words: Words }) {
  return notices?.map((notice) => {
    const { en, [words.language]: own } = notice.text
    return (
      <p key={en} role="note" className="vr-notice" lang={own ? words.language : 'en'} dir="auto">
        {own ?? en}
        {notice.source && <small> {sourceOf(notice, words.language)}</small>}
      </p>
    )
  })
}

/** Returns where a rule is written and when it was last compared, in no language's words: "(azsos.gov, Jul 4, 2026)". */
export function sourceOf({ source, checked }: Notice, language: string): string {
  const day = checked && new Date(checked).toLocaleDateString(language, { dateStyle: 'medium', timeZone: 'UTC' })
  return source ? `(${[source, day].filter(Boolean).join(', ')})` : ''
}
