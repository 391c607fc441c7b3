/** Eligibility: the form is blocked for a state without registration, and for a voter who is too young. */
import { type RefObject, useCallback, useState } from 'react'
import { isStateCode, type StateCode, states } from '../../../contract/states.ts'
import { useIsHydrated } from '../effects.ts'
import { OfficialSlot } from '../facts/facts-slot.tsx'
import { useFormContext } from '../form-context.ts'
import { type FormTools, useFieldValue } from '../inputs/form-tools.ts'
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
  onGoOn: (() => void) | undefined
}) {
  const { code, access, officialUrl, onGoOn } = props
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
      {onGoOn !== undefined && (
        <p>
          <button type="button" className="vr-button vr-button-plain" part="button" onClick={onGoOn}>
            {stop.goOn}
          </button>
        </p>
      )}
    </>
  )
}

export type Stop = ReturnType<typeof useStop>

/** Hides the rest of the form until the voter continues. Never blocked without scripts, which could not show it again. */
export function useStop(form: FormTools['form'], at: FormStep, element: RefObject<HTMLElement | null>) {
  const code = useFieldValue(form, 'state')
  const isAlive = useIsHydrated()
  const [goesOn, setGoesOn] = useState(false)
  const [isYoung, setYoung] = useState(false)
  const [youngGoesOn, setYoungGoesOn] = useState(false)
  const onYoung = useCallback(
    (isTooYoung: boolean) => setYoung(isTooYoung && !isFurther(form, element.current)),
    [form, element],
  )
  const needsNone = isStateCode(code) && statesWithoutRegistration.includes(code) ? code : undefined
  const stopsForState = needsNone !== undefined && isAlive && !goesOn
  const stopsForAge = isYoung && !youngGoesOn && (at === 'page' || at === 'name')
  return {
    isAlive,
    needsNone,
    stopsForState,
    stopsForAge,
    stops: stopsForState || stopsForAge,
    /** Whether a group is above the notice that blocks the form. */
    shows: (group: FieldGroup) =>
      stopsForState ? group === 'state' : !stopsForAge || group === 'state' || group === 'name',
    onYoung,
    goOn: () => (stopsForState ? setGoesOn(true) : setYoungGoesOn(true)),
  }
}

/** Shows the rest of the form, and moves the focus there, since the clicked button disappears. */
export function goOnFrom(stop: Stop, { registration, flow }: Pick<WidgetState, 'registration' | 'flow'>): void {
  const { place, goTo } = registration
  stop.goOn()
  if (stop.stopsForState) goTo({ ...place, field: 'zipcode' })
  else if (place.at === 'page') goTo({ ...place, field: 'address1' })
  else flow.submit()
}

/** Whether the voter is already past the date of birth: then nothing may be hidden. */
function isFurther(form: FormTools['form'], element: HTMLElement | null): boolean {
  const isTyped = form.getValues(['address1', 'city', 'email']).some((value) => value !== '')
  const groups = [...(element?.querySelectorAll('.vr-group') ?? [])]
  return isTyped || groups.slice(2).some((group) => group.matches(':focus-within'))
}
