/** State facts below the state and ZIP code fields. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type StateCode, stateCodes, states } from '../../../contract/states.ts'
import { parseZipcode } from '../form/typed-text.ts'
import { useFormContext } from '../form-context.ts'
import type { FormFactsProps } from '../lazy-parts.ts'
import type { FactsMessages } from '../messages/facts-messages.ts'
import { FactsSiteNotice } from '../uptime/site-notice.tsx'
import { exceptions, ranges, shared } from './data/zip-ranges.ts'
import { CollapsedFacts, FactsPending } from './facts-panel.tsx'
import { useFactsContext, useStateFacts } from './use-state-facts.ts'

/** One line that expands on click. MUST NOT move the field in which the voter types, or prevent submission. */
export function FormFacts(props: FormFactsProps) {
  const { announce } = useFormContext()
  const { access, code } = props
  const context = useFactsContext(props)
  const { t } = context
  const { state, retry } = useStateFacts(access, code, undefined)
  const container = useRef<HTMLDivElement>(null)
  const name = states[code]
  const isReady = state.type === 'ready'
  const announcement = t.ready({ state: name })
  useEffect(() => {
    if (isReady) announce(announcement)
  }, [isReady, announcement, announce])

  return (
    <div ref={container} className="vr-facts-slot" tabIndex={-1}>
      <ZipQuestion {...props} t={t} container={container} />
      {state.type !== 'ready' && <FactsPending type={state.type} name={name} t={t} onRetry={retry} />}
      {state.type === 'ready' && (
        <>
          <CollapsedFacts
            access={access}
            code={code}
            facts={state.facts}
            region={access.regions.get(code)}
            asksRegion
            context={context}
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

/** Asks about a ZIP code that usually belongs to another state. The voter MUST be able to continue without an answer. */
function ZipQuestion(props: FormFactsProps & { t: FactsMessages; container: RefObject<HTMLElement | null> }) {
  const { announce } = useFormContext()
  const { code, t, container, onState } = props
  const zipcode = parseZipcode(props.zipcode)
  const [confirmedZipcode, setConfirmedZipcode] = useState<string>()
  const suggested = zipcode === undefined || zipcode === confirmedZipcode ? undefined : suggestState(zipcode, code)
  const question =
    zipcode === undefined || suggested === undefined ? undefined : t.zip.question({ zipcode, state: states[suggested] })
  useEffect(() => {
    if (question !== undefined) announce(question)
  }, [question, announce])
  if (suggested === undefined) return null
  const keepState = () => {
    setConfirmedZipcode(zipcode)
    // The button disappears: keep the focus nearby.
    container.current?.focus({ preventScroll: true })
  }
  return (
    <div className="vr-notice vr-zip-question">
      <p>{question}</p>
      <div className="vr-zip-answers">
        <button type="button" className="vr-button vr-button-plain" part="button" onClick={() => onState(suggested)}>
          {t.zip.change({ state: states[suggested] })}
        </button>
        <button type="button" className="vr-button vr-button-plain" part="button" onClick={keepState}>
          {t.zip.keep({ state: states[code] })}
        </button>
      </div>
    </div>
  )
}

/** Returns the likely state. Not reliable: some ZIP codes cross state lines, and new ones are added. */
export function suggestState(zipcode: string, state: StateCode): StateCode | undefined {
  const prefix = zipcode.slice(0, 3)
  if (shared[prefix]?.includes(state) === true) return undefined
  const likelyState = exceptions[zipcode] ?? findStateByPrefix(Number(prefix))
  return likelyState === state ? undefined : likelyState
}

function findStateByPrefix(prefix: number): StateCode | undefined {
  return stateCodes.find((code) =>
    ranges[code]?.split(' ').some((range) => {
      const [first = 0, last = first] = range.split('-').map(Number)
      return prefix >= first && prefix <= last
    }),
  )
}
