/** The operator's current notices for voters: in the form, and on the answer. */
import type { Notice } from '../../../contract/bff-api.ts'
import { useFormContext } from '../form-context.ts'
import { useFieldValue, useFormTools } from '../inputs/form-tools.ts'

/** The notices, each in the form's language or else in English: always plain text. */
export function Notices({ notices }: { notices: readonly Notice[] | undefined }) {
  const { language } = useFormContext().t
  return notices?.map((notice) => {
    const { en, [language]: own } = notice.text
    return (
      <p key={en} role="note" className="vr-notice" lang={own ? language : 'en'} dir="auto">
        {own ?? en}
      </p>
    )
  })
}

/** Notices for all voters (`forAll`), those for the chosen state (`forState`), or both. */
export function FormNotices(props: { notices: readonly Notice[] | undefined; forAll?: boolean; forState?: boolean }) {
  const { form } = useFormTools()
  const code = useFieldValue(form, 'state')
  const { forAll, forState } = props
  const shown = props.notices?.filter(({ states }) =>
    states === undefined ? forAll : forState && states.includes(code),
  )
  return <Notices notices={shown} />
}
