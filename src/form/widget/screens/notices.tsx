/** The current notices of the BFF for voters. */
import type { Notice } from '../../../contract/bff-api.ts'
import type { Words } from '../messages/catalogue.ts'

/** The notices, each in the form's language or else in English: always plain text. */
export function Notices({ notices, words }: { notices: readonly Notice[] | undefined; words: Words }) {
  return notices?.map(({ text: { en, [words.language]: own } }) => (
    <p key={en} role="note" className="vr-notice" lang={own ? words.language : 'en'} dir="auto">
      {own ?? en}
    </p>
  ))
}
