/** The places of the state facts: in the form, under the date of birth, and on the answer screen. */
import { useWatch } from 'react-hook-form'
import { isStateCode, type StateCode } from '../../contract/states.ts'
import { dayOf, readBirthDate } from '../form/birth-date.ts'
import { useFormTools } from '../inputs/form-tools.ts'
import { type AnswerFactsProps, useLazyPart } from '../lazy-parts.ts'
import type { HeadingLevel } from '../options.ts'
import { AnswerText } from '../screens/answer-text.tsx'
import { SafetyNet } from '../screens/error-boundary.tsx'
import type { FactsAccess } from './facts-access.ts'

/** What a place in the form needs. */
interface FactsSlotProps {
  access: FactsAccess | undefined
  messages: Readonly<Record<string, string>> | undefined
  headingLevel: HeadingLevel
}

/** The place under the state: nothing without facts or without a state. What breaks in it leaves the form as it is. */
export function FactsSlot(props: FactsSlotProps) {
  const { access, messages, headingLevel } = props
  const { form, words, now, announce, whenStill, checkAgain } = useFormTools()
  const [code, zipcode] = useWatch({ control: form.control, name: ['state', 'zipcode'] })
  const part = useLazyPart('stateFacts', access !== undefined && isStateCode(code))
  if (access === undefined || !isStateCode(code) || part === 'missing') return null
  if (part === 'loading') return <div className="vr-facts-slot" />
  return (
    <SafetyNet key={code} fallback={null} onBroken={() => undefined}>
      <part.FactsBesideForm
        access={access}
        code={code}
        messages={messages}
        formWords={words}
        headingLevel={headingLevel}
        ServiceText={AnswerText}
        zipcode={zipcode}
        now={now}
        announce={announce}
        whenStill={whenStill}
        onState={(suggested) => {
          form.setFocus('state')
          form.setValue('state', suggested, { shouldDirty: true })
          checkAgain(['state'])
        }}
      />
    </SafetyNet>
  )
}

/** The place under the date of birth: what the state says to somebody under 18. It stands below what it speaks of, so that
 *  nothing above the field moves while the voter types. */
export function AgeSlot({ access, messages, headingLevel }: FactsSlotProps) {
  const { form, words, now } = useFormTools()
  const [code, birthMonth, birthDay, birthYear] = useWatch({
    control: form.control,
    name: ['state', 'birthMonth', 'birthDay', 'birthYear'],
  })
  const part = useLazyPart('stateFacts', access !== undefined && isStateCode(code))
  const today = dayOf(now())
  const birth = readBirthDate({ birthMonth, birthDay, birthYear }, today)
  if (access === undefined || !isStateCode(code) || part === 'missing' || part === 'loading') return null
  if (birth.type !== 'date') return null
  return (
    <SafetyNet key={code} fallback={null} onBroken={() => undefined}>
      <part.AgeBesideForm
        access={access}
        code={code}
        messages={messages}
        formWords={words}
        headingLevel={headingLevel}
        ServiceText={AnswerText}
        birth={birth.date}
        today={today}
      />
    </SafetyNet>
  )
}

/** The place on the answer screen: nothing without facts or without a state. What breaks in it leaves the answer as it
 *  is. */
export function AnswerFactsSlot(
  props: Omit<AnswerFactsProps, 'access' | 'code' | 'ServiceText'> & {
    access: FactsAccess | undefined
    code: StateCode | undefined
  },
) {
  const { access, code } = props
  const part = useLazyPart('stateFacts', access !== undefined && code !== undefined)
  if (access === undefined || code === undefined || part === 'loading' || part === 'missing') return null
  return (
    <SafetyNet fallback={null} onBroken={() => undefined}>
      <part.AnswerFacts {...props} access={access} code={code} ServiceText={AnswerText} />
    </SafetyNet>
  )
}
