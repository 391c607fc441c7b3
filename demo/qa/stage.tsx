/** A miniature partner's page, with the form in its column. */
import { type Ref, type RefObject, StrictMode, useEffect } from 'react'
import { VoterRegistration, type VoterRegistrationHandle, type VoterRegistrationProps } from 'voter-registration'
import type { Choices } from './choices.ts'
import { type DoorProps, doorAddress, doorFrame } from './doors.ts'

/** Renders the form with the choices, or a frame with another door. A change of StrictMode remounts it, as in React. */
export function Stage({
  choices,
  form,
  place,
  props,
  doorProps,
}: {
  choices: Choices
  form: Ref<VoterRegistrationHandle>
  /** Where the frame of another door than React is. */
  place: RefObject<HTMLDivElement | null>
  props: VoterRegistrationProps
  doorProps: DoorProps
}) {
  const { door } = choices
  const address = doorAddress(door, doorProps)
  useEffect(() => {
    place.current?.replaceChildren(...(door === 'react' ? [] : [doorFrame(door, address)]))
  }, [door, address, place])
  const registration = door === 'react' && <VoterRegistration ref={form} {...props} />
  return (
    <section className="qa-stage" id="form" aria-label="The form on a partner's page">
      <div className="qa-partner-head">
        <span className="qa-partner-name">Sample Partner</span>
        <span aria-hidden="true" className="qa-partner-nav">
          About · Get involved · Register
        </span>
      </div>
      <div className="qa-column" data-width={choices.width}>
        <p className="qa-partner-text">
          Sample Partner is a fictional organization. Its visitors find the form here, between its own words.
        </p>
        {choices.strict === 'on' ? <StrictMode>{registration}</StrictMode> : registration}
        <div ref={place} />
      </div>
    </section>
  )
}
