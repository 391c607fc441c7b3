/** The notice where there is nothing to register for. */
import { useState, useSyncExternalStore } from 'react'
import { isStateCode, type StateCode, states } from '../../../contract/states.ts'
import type { FactsAccess } from '../facts/facts-access.ts'
import { OfficialSlot } from '../facts/facts-slot.tsx'
import { type FormTools, useFieldValue, useFormTools } from '../inputs/form-tools.ts'
import type { HeadingLevel } from '../options.ts'
import { Heading } from '../screens/heading.tsx'
import { OfficialLink } from '../screens/official-link.tsx'

/** The one state without voter registration, by its law. */
const statesWithoutRegistration: readonly string[] = ['ND']

/** Says that nobody needs to register there, how to vote, and how to go on with the form all the same. MUST be announced, and
 *  MUST NOT keep the form from being sent. */
export function NoRegistration(props: {
  code: StateCode
  access: FactsAccess | undefined
  officialUrl: string | undefined
  level: HeadingLevel
  /** Shows the rest of the form; `undefined` where it is shown. */
  onGoOn: (() => void) | undefined
}) {
  const { code, access, officialUrl, level, onGoOn } = props
  const { words } = useFormTools()
  const { stop } = words
  const state = states[code]
  return (
    <>
      <div className="vr-notice vr-stop">
        <Heading level={level} className="vr-stop-heading">
          {stop.heading({ state })}
        </Heading>
        <p>{stop.text}</p>
        <OfficialSlot access={access} code={code} url={officialUrl}>
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

const neverChanges = () => () => undefined

/** What {@link useStop} returns. */
export type Stop = ReturnType<typeof useStop>

/**
 * Whether the chosen state has no registration, and whether the rest of the form is folded away for it.
 *
 * @returns `stops` is false before our script runs: without it nothing could unfold the rest
 */
export function useStop(form: FormTools['form']) {
  const code = useFieldValue(form, 'state')
  const isAlive = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  const [goesOn, setGoesOn] = useState(false)
  const needsNone = isStateCode(code) && statesWithoutRegistration.includes(code) ? code : undefined
  return { needsNone, stops: needsNone !== undefined && isAlive && !goesOn, goOn: () => setGoesOn(true) }
}
