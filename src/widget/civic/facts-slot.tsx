/** Keeps the facts' place in the form, and loads what fills it once a state is chosen. */
import { useWatch } from 'react-hook-form'
import { isStateCode } from '../../contract/states.ts'
import { useFormTools } from '../inputs/form-tools.ts'
import { loadedLater, useLoaded } from '../loaded-later.ts'
import type { HeadingLevel } from '../options.ts'
import { SafetyNet } from '../screens/error-boundary.tsx'
import type { FactsAccess } from './facts-access.ts'

const besideForm = loadedLater(() => import('./facts-beside-form.tsx'))

/** The place: nothing without facts or without a state. What breaks in it leaves the form as it is. */
export function FactsSlot(props: {
  access: FactsAccess | undefined
  messages: Readonly<Record<string, string>> | undefined
  headingLevel: HeadingLevel
}) {
  const { access, messages, headingLevel } = props
  const { form } = useFormTools()
  const code = useWatch({ control: form.control, name: 'state' })
  const isWanted = access !== undefined && isStateCode(code)
  const part = useLoaded(besideForm, isWanted)
  if (access === undefined || !isStateCode(code) || part === 'lost') return null
  if (part === undefined) return <div className="vr-facts-slot" />
  return (
    <SafetyNet key={code} fallback={null} onBroken={() => undefined}>
      <part.FactsBesideForm access={access} code={code} messages={messages} headingLevel={headingLevel} />
    </SafetyNet>
  )
}
