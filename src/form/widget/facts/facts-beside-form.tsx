/** The facts below the state and the ZIP code, once a state is chosen. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type StateCode, stateCodes, states } from '../../../contract/states.ts'
import { readZipcode } from '../form/typed-text.ts'
import { useFormContext } from '../form-context.ts'
import type { FactsBesideFormProps } from '../lazy-parts.ts'
import type { FactsWords } from '../messages/facts-messages.ts'
import { FactsSiteNotice } from '../uptime/site-notice.tsx'
import { exceptions, ranges, shared } from './data/zip-ranges.ts'
import { FactsPending, FoldedFacts } from './facts-panel.tsx'
import { useFactsLook, useStateFacts } from './use-state-facts.ts'

/** One line, which a press opens: it MUST NOT move the field in which the voter types, or keep the form from being sent. */
export function FactsBesideForm(props: FactsBesideFormProps) {
  const { announce } = useFormContext()
  const { access, code } = props
  const look = useFactsLook(props)
  const { words } = look
  const { state, again } = useStateFacts(access, code, undefined)
  const place = useRef<HTMLDivElement>(null)
  const name = states[code]
  const isReady = state.type === 'ready'
  const said = words.ready({ state: name })
  useEffect(() => {
    if (isReady) announce(said)
  }, [isReady, said, announce])

  return (
    <div ref={place} className="vr-facts-slot" tabIndex={-1}>
      <ZipQuestion {...props} words={words} place={place} />
      {state.type !== 'ready' && <FactsPending type={state.type} name={name} words={words} onAgain={again} />}
      {state.type === 'ready' && (
        <>
          <FoldedFacts
            access={access}
            code={code}
            facts={state.facts}
            region={access.regions.get(code)}
            asksRegion
            look={look}
            onRegion={(region) => {
              if (region === undefined) access.regions.delete(code)
              else access.regions.set(code, region)
            }}
          />
          <FactsSiteNotice access={access} code={code} facts={state.facts.facts} />
        </>
      )}
    </div>
  )
}

/** Asks about a ZIP code that usually belongs to another state than the chosen one, until the voter answers for this ZIP
 *  code: a question, never a block. The voter MUST be able to continue without an answer. */
function ZipQuestion(props: FactsBesideFormProps & { words: FactsWords; place: RefObject<HTMLElement | null> }) {
  const { announce } = useFormContext()
  const { code, words, place, onState } = props
  const zipcode = readZipcode(props.zipcode)
  const [kept, setKept] = useState<string>()
  const suggested = zipcode === undefined || zipcode === kept ? undefined : otherStateOf(zipcode, code)
  const question =
    zipcode === undefined || suggested === undefined
      ? undefined
      : words.zip.question({ zipcode, state: states[suggested] })
  useEffect(() => {
    if (question !== undefined) announce(question)
  }, [question, announce])
  if (suggested === undefined) return null
  const keep = () => {
    setKept(zipcode)
    // The button disappears: keep the focus at its place on the page.
    place.current?.focus({ preventScroll: true })
  }
  return (
    <div className="vr-notice vr-zip-question">
      <p>{question}</p>
      <div className="vr-zip-answers">
        <button type="button" className="vr-button vr-button-plain" part="button" onClick={() => onState(suggested)}>
          {words.zip.change({ state: states[suggested] })}
        </button>
        <button type="button" className="vr-button vr-button-plain" part="button" onClick={keep}>
          {words.zip.keep({ state: states[code] })}
        </button>
      </div>
    </div>
  )
}

/** A hint and not a proof: some ZIP codes cross a state line, and new ones appear. */
export function otherStateOf(zipcode: string, chosen: StateCode): StateCode | undefined {
  const prefix = zipcode.slice(0, 3)
  if (shared[prefix]?.includes(chosen) === true) return undefined
  const usual = exceptions[zipcode] ?? stateOfPrefix(Number(prefix))
  return usual === chosen ? undefined : usual
}

function stateOfPrefix(prefix: number): StateCode | undefined {
  return stateCodes.find((code) =>
    ranges[code]?.split(' ').some((range) => {
      const [first = 0, last = first] = range.split('-').map(Number)
      return prefix >= first && prefix <= last
    }),
  )
}
