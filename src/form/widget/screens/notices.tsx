/** The operator's current notices for voters: in the form, and on the answer. */
import type { Notice } from '../../../contract/bff-api.ts'
import { useFieldValue, useFormTools } from '../inputs/form-tools.ts'
import type { Words } from '../messages/catalogue.ts'
import type { Door } from '../voter-registration-props.ts'

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

/** Notices for all voters (`forAll`), those for the chosen state (`forState`), or both; at this door. What to bring is for the
 *  answer. */
export function FormNotices(props: {
  notices: readonly Notice[] | undefined
  door: Door | undefined
  forAll?: boolean
  forState?: boolean
}) {
  const { form, words, isShared } = useFormTools()
  const code = useFieldValue(form, 'state')
  const { door = 'react', forAll, forState } = props
  const shown = props.notices?.filter(
    ({ states, doors, bring }) =>
      !bring &&
      (doors === undefined || doors.includes(door) || (isShared && doors.includes('kiosk'))) &&
      (states === undefined ? forAll : forState && states.includes(code)),
  )
  return <Notices notices={shown} words={words} />
}

/** Returns where a rule is written and when it was last compared, in no language's words: "(azsos.gov, Jul 4, 2026)". */
export function sourceOf({ source, checked }: Notice, language: string): string {
  const day = checked && new Date(checked).toLocaleDateString(language, { dateStyle: 'medium', timeZone: 'UTC' })
  return source ? `(${[source, day].filter(Boolean).join(', ')})` : ''
}
