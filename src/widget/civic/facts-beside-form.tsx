/** What stands under the state and the ZIP code once a state is chosen. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { states } from '../../contract/states.ts'
import { readBirthDate } from '../form/birth-date.ts'
import { dayOf } from '../form/split-date.ts'
import { readZipcode } from '../form/zipcode.ts'
import type { FactsBesideFormProps } from '../lazy-parts.ts'
import type { FactsWords } from '../messages/facts-messages.ts'
import { AgeNote } from './age-note.tsx'
import { FactsPanel } from './facts-panel.tsx'
import { sourceOf } from './facts-source.ts'
import { useFactsWords } from './use-facts-words.ts'
import { useWhenClear } from './use-no-layout-shift.ts'
import { useStateFacts } from './use-state-facts.ts'
import { otherStateOf } from './zip-prefixes.ts'
import { ZipQuestion } from './zip-question.tsx'

/** MUST NOT move what the voter is typing in, MUST NOT keep the form from being sent, with or without facts. */
export function FactsBesideForm(props: FactsBesideFormProps) {
  const { access, code, messages, formWords, headingLevel, ServiceText, now, announce, whenStill } = props
  const { language } = formWords
  const words = useFactsWords(formWords, messages)
  const source = sourceOf(access)
  const { state: facts, again } = useStateFacts(source, code, undefined)
  const place = useRef<HTMLDivElement>(null)
  const { isClear, show } = useWhenClear(place, facts.type === 'ready', whenStill)
  const isShown = facts.type === 'ready' && isClear
  const look = useMemo(
    () => ({ words, language, headingLevel, ServiceText }),
    [words, language, headingLevel, ServiceText],
  )
  const name = states[code]
  const said = words.shown({ state: name })
  useEffect(() => {
    if (isShown) announce(said)
  }, [isShown, said, announce])

  const today = dayOf(now())
  const birth = readBirthDate(props.birth, today)
  return (
    <div ref={place} className="vr-facts-slot" tabIndex={-1}>
      <AskAboutZip {...props} words={words} place={place} />
      {facts.type === 'loading' && <p className="vr-hint">{words.loading({ state: name })}</p>}
      {facts.type === 'failed' && (
        <p className="vr-hint">
          {words.failed({ state: name })}{' '}
          <button type="button" className="vr-button vr-button-plain" part="button" onClick={again}>
            {words.retry}
          </button>
        </p>
      )}
      {facts.type === 'ready' && !isClear && (
        <p className="vr-hint">
          {words.ready({ state: name })}{' '}
          <button type="button" className="vr-button vr-button-plain" part="button" onClick={show}>
            {words.show}
          </button>
        </p>
      )}
      {isShown && (
        <FactsPanel
          access={access}
          source={source}
          code={code}
          facts={facts.facts}
          region={access.regions.get(code)}
          asksRegion
          sandbox={access.sandbox}
          look={look}
          siteWords={formWords.site}
          onRegion={(region) => {
            if (region === undefined) access.regions.delete(code)
            else access.regions.set(code, region)
          }}
        >
          {birth.type === 'date' && <AgeNote facts={facts.facts} birth={birth.date} today={today} look={look} />}
        </FactsPanel>
      )}
    </div>
  )
}

/** The question about the ZIP code, until it is answered for this ZIP code. */
function AskAboutZip(
  props: Pick<FactsBesideFormProps, 'code' | 'announce' | 'onState'> & {
    zipcode: string
    words: FactsWords
    place: { readonly current: HTMLElement | null }
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
  if (zipcode === undefined || suggested === undefined) return null
  return (
    <ZipQuestion
      zipcode={zipcode}
      chosen={code}
      suggested={suggested}
      words={words}
      onChange={() => onState(suggested)}
      onKeep={() => {
        setKept(zipcode)
        // The button goes: the focus stays where it was on the page.
        place.current?.focus({ preventScroll: true })
      }}
    />
  )
}
