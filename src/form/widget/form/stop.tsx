/** Eligibility: the form is blocked for a state without registration, and for a voter who is too young. */
import { type RefObject, useCallback, useState } from 'react'
import { isStateCode, type StateCode, states } from '../../../contract/states.ts'
import { useIsHydrated } from '../effects.ts'
import { OfficialSlot } from '../facts/facts-slot.tsx'
import { useFormContext } from '../form-context.ts'
import { type FieldContextValue, useFieldValue } from '../inputs/form-tools.ts'
import type { FactsAccess } from '../lazy-parts.ts'
import { Heading, OfficialLink } from '../screens/ui.tsx'
import type { WidgetState } from '../use-widget.ts'
import type { FieldGroup, FormStep } from './fields.ts'

/** The one state without voter registration, by its law. */
const statesWithoutRegistration: readonly string[] = ['ND']

/** For a state without registration: how to vote, or continue. MUST be announced, MUST NOT prevent submission. */
export function NoRegistration(props: {
  code: StateCode
  access: FactsAccess | undefined
  officialUrl: string | undefined
  /** Shows the rest of the form; `undefined` if it is visible. */
  onContinue: (() => void) | undefined
}) {
  const { code, access, officialUrl, onContinue } = props
  const { stop } = useFormContext().t
  const state = states[code]
  return (
    <>
      <div className="vr-notice vr-stop">
        <Heading className="vr-stop-heading">{stop.heading({ state })}</Heading>
        <p>{stop.text}</p>
        <OfficialSlot access={access} code={code} url={officialUrl} shouldLoad>
          {(url) => <OfficialLink url={url} text={stop.vote({ state })} isPrimary />}
        </OfficialSlot>
      </div>
      {onContinue !== undefined && (
        <p>
          <button type="button" className="vr-button vr-button-plain" part="button" onClick={onContinue}>
            {stop.goOn}
          </button>
        </p>
      )}
    </>
  )
}

export type Eligibility = ReturnType<typeof useEligibility>

/** Hides the rest of the form until the voter continues. Never blocked without scripts, which could not show it again. */
export function useEligibility(
  form: FieldContextValue['form'],
  step: FormStep,
  element: RefObject<HTMLElement | null>,
) {
  const code = useFieldValue(form, 'state')
  const isHydrated = useIsHydrated()
  const [isStateOverridden, setStateOverridden] = useState(false)
  const [isTooYoung, setTooYoung] = useState(false)
  const [isAgeOverridden, setAgeOverridden] = useState(false)
  const onTooYoungChange = useCallback(
    (tooYoung: boolean) => setTooYoung(tooYoung && !isPastBirthDate(form, element.current)),
    [form, element],
  )
  const exemptState = isStateCode(code) && statesWithoutRegistration.includes(code) ? code : undefined
  const isBlockedByState = exemptState !== undefined && isHydrated && !isStateOverridden
  const isBlockedByAge = isTooYoung && !isAgeOverridden && (step === 'page' || step === 'name')
  return {
    isHydrated,
    exemptState,
    isBlockedByState,
    isBlockedByAge,
    isBlocked: isBlockedByState || isBlockedByAge,
    /** Whether a group is above the notice that blocks the form. */
    isGroupVisible: (group: FieldGroup) =>
      isBlockedByState ? group === 'state' : !isBlockedByAge || group === 'state' || group === 'name',
    onTooYoungChange,
    unblock: () => (isBlockedByState ? setStateOverridden(true) : setAgeOverridden(true)),
  }
}

/** Shows the rest of the form, and moves the focus there, since the clicked button disappears. */
export function continueForm(
  eligibility: Eligibility,
  { registration, flow }: Pick<WidgetState, 'registration' | 'flow'>,
): void {
  const { position, goTo } = registration
  eligibility.unblock()
  if (eligibility.isBlockedByState) goTo({ ...position, field: 'zipcode' })
  else if (position.step === 'page') goTo({ ...position, field: 'address1' })
  else flow.submit()
}

/** Whether the voter is already past the date of birth: then nothing may be hidden. */
function isPastBirthDate(form: FieldContextValue['form'], element: HTMLElement | null): boolean {
  const hasInput = form.getValues(['address1', 'city', 'email']).some((value) => value !== '')
  const groups = [...(element?.querySelectorAll('.vr-group') ?? [])]
  return hasInput || groups.slice(2).some((group) => group.matches(':focus-within'))
}
