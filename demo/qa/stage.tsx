/** A miniature partner's page, with the form in its column. */
import { type Ref, type RefObject, StrictMode, useEffect } from 'react'
import { VoterRegistration, type VoterRegistrationHandle, type VoterRegistrationProps } from 'voter-registration'
import type { Choices } from './choices.ts'
import { createEmbedFrame, type EmbedProps, getEmbedAddress } from './embed-types.ts'

/** Renders the form with the choices, or a frame with another embed type. A change of StrictMode remounts it, as in React. */
export function Stage({
  choices,
  form,
  frameParent,
  props,
  embedProps,
}: {
  choices: Choices
  form: Ref<VoterRegistrationHandle>
  /** Contains the frame, for every embed type but React. */
  frameParent: RefObject<HTMLDivElement | null>
  props: VoterRegistrationProps
  embedProps: EmbedProps
}) {
  const { embed: embedType } = choices
  const address = getEmbedAddress(embedType, embedProps)
  useEffect(() => {
    frameParent.current?.replaceChildren(...(embedType === 'react' ? [] : [createEmbedFrame(embedType, address)]))
  }, [embedType, address, frameParent])
  const registration = embedType === 'react' && <VoterRegistration ref={form} {...props} />
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
        <div ref={frameParent} />
      </div>
    </section>
  )
}
