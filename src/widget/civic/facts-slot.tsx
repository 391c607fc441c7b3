/** The places of the state facts: in the form, and on the answer screen. */
import { useWatch } from 'react-hook-form'
import { isStateCode, type StateCode } from '../../contract/states.ts'
import { useFormTools } from '../inputs/form-tools.ts'
import { type AnswerFactsProps, useLazyPart } from '../lazy-parts.ts'
import type { HeadingLevel } from '../options.ts'
import { AnswerText } from '../screens/answer-text.tsx'
import { SafetyNet } from '../screens/error-boundary.tsx'
import type { FactsAccess } from './facts-access.ts'

/** The place in the form: nothing without facts or without a state. What breaks in it leaves the form as it is. */
export function FactsSlot(props: {
  access: FactsAccess | undefined
  messages: Readonly<Record<string, string>> | undefined
  headingLevel: HeadingLevel
}) {
  const { access, messages, headingLevel } = props
  const { form, words, now, announce, whenStill, checkAgain } = useFormTools()
  const [code, zipcode, birthMonth, birthDay, birthYear] = useWatch({
    control: form.control,
    name: ['state', 'zipcode', 'birthMonth', 'birthDay', 'birthYear'],
  })
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
        birth={{ birthMonth, birthDay, birthYear }}
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
