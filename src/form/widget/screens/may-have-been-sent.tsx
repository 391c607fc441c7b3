/** The screen when it is unknown whether the service has the registration. */
import { useEffect, useId, useRef, useState } from 'react'
import type { Words } from '../messages/catalogue.ts'
import type { HeadingLevel } from '../options.ts'
import { Button } from './button.tsx'
import { Heading, levelBelow } from './heading.tsx'
import { OfficialLink } from './official-link.tsx'

/** What the screen needs. */
export interface MayHaveBeenSentProps {
  words: Words
  headingLevel: HeadingLevel
  reference?: string | undefined
  officialUrl?: string | undefined
  /** Called when the voter has asked for a second attempt, and confirmed it. */
  onSendAgain: () => void
}

/** The official site comes first. A second attempt takes two decisions: to ask for it, and to confirm what it may mean. */
export function MayHaveBeenSent(props: MayHaveBeenSentProps) {
  const { words, headingLevel, reference, officialUrl, onSendAgain } = props
  const { mayHaveBeenSent } = words
  const [isAsked, setAsked] = useState(false)
  return (
    <div className="vr-screen">
      <Heading level={headingLevel} takesFocus>
        {mayHaveBeenSent.heading}
      </Heading>
      <p>{mayHaveBeenSent.text}</p>
      <p>{mayHaveBeenSent.checkFirst}</p>
      {officialUrl !== undefined && (
        <p>
          <OfficialLink url={officialUrl} text={mayHaveBeenSent.officialLink} />
        </p>
      )}
      {isAsked ? (
        <Confirm
          words={words}
          headingLevel={levelBelow(headingLevel)}
          onYes={onSendAgain}
          onNo={() => setAsked(false)}
        />
      ) : (
        <div className="vr-next">
          <Button kind="secondary" onClick={() => setAsked(true)}>
            {mayHaveBeenSent.again}
          </Button>
        </div>
      )}
      {reference !== undefined && (
        <div className="vr-footnote">
          <p>{mayHaveBeenSent.reference({ reference })}</p>
        </div>
      )}
    </div>
  )
}

function Confirm(props: { words: Words; headingLevel: HeadingLevel; onYes: () => void; onNo: () => void }) {
  const { mayHaveBeenSent } = props.words
  const region = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    region.current?.focus()
  }, [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a `fieldset` is for controls; this is a question.
    <div
      ref={region}
      className="vr-confirm"
      tabIndex={-1}
      role="group"
      aria-labelledby={id}
      aria-describedby={`${id}meaning`}
    >
      <Heading level={props.headingLevel} id={id} className="vr-confirm-heading">
        {mayHaveBeenSent.confirmHeading}
      </Heading>
      <p id={`${id}meaning`}>{mayHaveBeenSent.confirm}</p>
      <div className="vr-next">
        <Button kind="primary" onClick={props.onYes}>
          {mayHaveBeenSent.yes}
        </Button>
        <Button kind="secondary" onClick={props.onNo}>
          {mayHaveBeenSent.no}
        </Button>
      </div>
    </div>
  )
}
