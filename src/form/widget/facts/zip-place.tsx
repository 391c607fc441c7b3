/** Asks whether the voter lives in the city that the postal service uses with their ZIP code. */
import { useEffect, useId, useRef, useState } from 'react'
import { states } from '../../../contract/states.ts'
import { type ZipPlace, ZipPlaces, zipsPath } from '../../../contract/zip-places.ts'
import { readZipcode } from '../form/typed-text.ts'
import type { ZipBesideFormProps } from '../lazy-parts.ts'
import { useNoLayoutShift } from './use-no-layout-shift.ts'
import { useFactsLook } from './use-state-facts.ts'

/** A question, never a block: it disappears once it is answered for this ZIP code, or a city is typed. Empty where nothing
 *  is known. */
export function ZipBesideForm(props: ZipBesideFormProps) {
  const { client, hasCity, off, whenStill, onPlace } = props
  const { zip: words } = useFactsLook(props).words
  const questionId = useId()
  const [refused, setRefused] = useState<string>()
  const place = useRef<HTMLDivElement>(null)
  const zipcode = readZipcode(props.zipcode)
  const found = useZipPlace(client, zipcode)
  const isOpen = found !== undefined && zipcode !== refused && !hasCity && off?.includes(found.state) !== true
  const isClear = useNoLayoutShift(place, isOpen, whenStill)
  const values = zipcode !== undefined && found && { zipcode, city: found.city, state: states[found.state] }
  return (
    <div ref={place} tabIndex={-1} className="vr-facts-focus">
      {isOpen && isClear && values && (
        <div className="vr-notice vr-zip-question">
          <p id={questionId}>{words.place(values)}</p>
          <div className="vr-zip-answers">
            <button
              type="button"
              className="vr-button vr-button-plain"
              part="button"
              aria-describedby={questionId}
              onClick={() => onPlace(found)}
            >
              {words.isPlace(values)}
            </button>
            <button
              type="button"
              className="vr-button vr-button-plain"
              part="button"
              aria-describedby={questionId}
              onClick={() => {
                setRefused(zipcode)
                // The button disappears: keep the focus at its place on the page.
                place.current?.focus({ preventScroll: true })
              }}
            >
              {words.isOtherPlace}
            </button>
          </div>
        </div>
      )}
    </div>
  )
}

type Client = ZipBesideFormProps['client']

/** Returns the place of a ZIP code; `undefined` while it is requested, and where it is unknown. */
function useZipPlace(client: Client, zipcode: string | undefined): ZipPlace | undefined {
  const [answer, setAnswer] = useState<{ zipcode: string; place: ZipPlace | undefined }>()
  useEffect(() => {
    if (zipcode === undefined) return undefined
    let isHere = true
    void ask(client, zipcode).then((places) => {
      if (isHere) setAnswer({ zipcode, place: places[zipcode] })
    })
    return () => {
      isHere = false
    }
  }, [client, zipcode])
  return answer?.zipcode === zipcode ? answer?.place : undefined
}

/** Responses by path: correcting the last two digits of a ZIP code sends no new request. */
const answersByClient = new WeakMap<Client, Map<string, Promise<ZipPlaces['places']>>>()

/** Requests by the first three digits. Where the BFF does not respond, nothing is known: the next ZIP code retries. */
function ask(client: Client, zipcode: string): Promise<ZipPlaces['places']> {
  const path = zipsPath(zipcode)
  const answers = answersByClient.get(client) ?? new Map<string, Promise<ZipPlaces['places']>>()
  answersByClient.set(client, answers)
  const asked =
    answers.get(path) ??
    client.get(path).then(
      (answer) => ZipPlaces.parse(answer).places,
      () => {
        answers.delete(path)
        return {}
      },
    )
  answers.set(path, asked)
  return asked
}
