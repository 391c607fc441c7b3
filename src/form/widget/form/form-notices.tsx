/** Shows notices in the form. */
import type { Notice } from '../../../contract/bff-api.ts'
import { useFormTools } from '../inputs/form-tools.ts'
import { Notices } from '../screens/notices.tsx'
import { useFieldValue } from './use-field-value.ts'

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
