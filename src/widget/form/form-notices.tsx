/** Shows notices in the form. */
import { useWatch } from 'react-hook-form'
import type { Notice } from '../../contract/bff-api.ts'
import { useFormTools } from '../inputs/form-tools.ts'
import { Notices } from '../screens/notices.tsx'

/** Notices for all voters (`forAll`), those for the chosen state (`forState`), or both. */
export function FormNotices(props: { notices: readonly Notice[] | undefined; forAll?: boolean; forState?: boolean }) {
  const { form, words } = useFormTools()
  const code = useWatch({ control: form.control, name: 'state' })
  const { forAll, forState } = props
  const shown = props.notices?.filter(({ states }) =>
    states === undefined ? forAll : forState && states.includes(code),
  )
  return <Notices notices={shown} words={words} />
}
