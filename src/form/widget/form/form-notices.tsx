/** The operator's current notices in the form. */
import type { Notice } from '../../../contract/bff-api.ts'
import { useFieldValue, useFormTools } from '../inputs/form-tools.ts'
import { Notices } from '../screens/notices.tsx'
import type { Door } from '../voter-registration-props.ts'

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
