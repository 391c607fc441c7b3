/** The operator's current notices for voters: in the form, and on the answer. */
import type { Notice } from '../../../contract/bff-api.ts'
import { useFieldValue, useFormTools } from '../inputs/form-tools.ts'
import type { Words } from '../messages/catalogue.ts'

/** The notices, each in the form's language or else in English: always plain text. */
export function Notices({ notices, words }: { notices: readonly Notice[] | undefined; words: Words }) {
  return notices?.map((notice) => {
    const { en, [words.language]: own } = notice.text
    return (
      <p key={en} role="note" className="vr-notice" lang={own ? words.language : 'en'} dir="auto">
        {own ?? en}
      </p>
    )
  })
}

/** Notices for all voters (`forAll`), those for the chosen state (`forState`), or both. */
export function FormNotices(props: { notices: readonly Notice[] | undefined; forAll?: boolean; forState?: boolean }) {
  const { form, words } = useFormTools()
  const code = useFieldValue(form, 'state')
  const { forAll, forState } = props
  const shown = props.notices?.filter(({ states }) =>
    states === undefined ? forAll : forState && states.includes(code),
  )
  return <Notices notices={shown} words={words} />
}
