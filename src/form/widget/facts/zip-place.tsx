/** Asks whether the voter lives in the city that the postal service uses with their ZIP code. */
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { states } from '../../../contract/states.ts'
import { type ZipPlace, ZipPlaces, zipsPath } from '../../../contract/zip-places.ts'
import { scopeOf } from '../focus.ts'
import { readZipcode } from '../form/typed-text.ts'
import type { ZipBesideFormProps } from '../lazy-parts.ts'
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

/**
 * Whether content may appear in `place` now, or could have appeared before. It may while the focus is above `place`, in
 * it, or elsewhere on the page; once shown it stays.
 *
 * @param wants whether there is anything to show
 */
function useNoLayoutShift(
  place: RefObject<HTMLElement | null>,
  wants: boolean,
  whenStill: (run: () => void) => void,
): boolean {
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

  return isClear
}

/** Whether the focus is in the same form, after `place`. */
function isBelow(place: HTMLElement | null): boolean {
  if (place === null) return false
  const active = scopeOf(place).activeElement
  if (active === null || place.closest('form')?.contains(active) !== true) return false
  const isAfter = (place.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  return isAfter && !place.contains(active)
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
