/** What stands under the state and the ZIP code once a state is chosen. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { states } from '../../contract/states.ts'
import { scopeOf } from '../focus.ts'
import { readZipcode } from '../form/typed-text.ts'
import type { FactsBesideFormProps } from '../lazy-parts.ts'
import type { FactsWords } from '../messages/facts-messages.ts'
import { FactsPanel, FactsPending, Hint } from './facts-panel.tsx'
import { useFactsLook, useStateFacts } from './use-state-facts.ts'
import { otherStateOf } from './zip-prefixes.ts'

/** MUST NOT move what the voter is typing in, MUST NOT keep the form from being sent, with or without facts. */
export function FactsBesideForm(props: FactsBesideFormProps) {
  const { access, code, formWords, now, announce, whenStill } = props
  const look = useFactsLook(props)
  const { words } = look
  const { state, again } = useStateFacts(access, code, undefined)
  const place = useRef<HTMLDivElement>(null)
  const { isClear, show } = useWhenClear(place, state.type === 'ready', whenStill)
  const isShown = state.type === 'ready' && isClear
  const name = states[code]
  const said = words.shown({ state: name })
  useEffect(() => {
    if (isShown) announce(said)
  }, [isShown, said, announce])

  return (
    <div ref={place} className="vr-facts-slot" tabIndex={-1}>
      <ZipQuestion {...props} words={words} place={place} />
      {state.type !== 'ready' && <FactsPending type={state.type} name={name} words={words} onAgain={again} />}
      {state.type === 'ready' && !isClear && (
        <Hint text={words.ready({ state: name })} button={words.show} onPress={show} />
      )}
      {isShown && (
        <FactsPanel
          access={access}
          code={code}
          facts={state.facts}
          region={access.regions.get(code)}
          asksRegion
          isShort
          look={look}
          now={now}
          siteWords={formWords.site}
          onRegion={(region) => {
            if (region === undefined) access.regions.delete(code)
            else access.regions.set(code, region)
          }}
        />
      )}
    </div>
  )
}

/** Asks about a ZIP code that usually belongs to another state than the chosen one, until it is answered for this ZIP
 *  code: a question, never a block. Going on without an answer MUST be possible. */
function ZipQuestion(
  props: Pick<FactsBesideFormProps, 'code' | 'zipcode' | 'announce' | 'onState'> & {
    words: FactsWords
    place: RefObject<HTMLElement | null>
  },
) {
  const { code, words, place, announce, onState } = props
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
    // The button goes: the focus stays where it was on the page.
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

/**
 * Whether something may appear in `place` now, or may have appeared before. It may while the focus is above `place`, in
 * it, or elsewhere on the page; once it stands there it stays.
 *
 * @param wants whether there is anything to show
 * @returns `isClear`, and `show` for when the voter asks for it all the same
 */
function useWhenClear(
  place: RefObject<HTMLElement | null>,
  wants: boolean,
  whenStill: (run: () => void) => void,
): { isClear: boolean; show: () => void } {
  const [isClear, setClear] = useState(false)

  useEffect(() => {
    if (!wants || isClear) return undefined
    let here = true
    const look = () => {
      whenStill(() => {
        if (here && !isBelow(place.current)) setClear(true)
      })
    }
    look()
    const scope = place.current === null ? document : scopeOf(place.current)
    scope.addEventListener('focusin', look)
    return () => {
      here = false
      scope.removeEventListener('focusin', look)
    }
  }, [place, wants, isClear, whenStill])

  return { isClear, show: () => setClear(true) }
}

/** Whether the focus is in the same form, after `place`. */
function isBelow(place: HTMLElement | null): boolean {
  if (place === null) return false
  const active = scopeOf(place).activeElement
  if (active === null || place.closest('form')?.contains(active) !== true) return false
  const isAfter = (place.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  return isAfter && !place.contains(active)
}
