/** Asks which area of the state the voter lives in, where areas have values of their own (R-C25). */
import { useId } from 'react'
import type { FactsWords } from '../messages/facts-messages.ts'

/** What was chosen: an area, or why there is none. */
export type RegionChoice =
  | { type: 'open' }
  | { type: 'region'; region: string }
  | { type: 'not-sure' }
  | { type: 'none' }

/** The choice. Not knowing MUST be an answer; choosing MUST change nothing above the choice (WCAG 3.2.2). */
export function RegionQuestion(props: {
  regions: readonly string[]
  choice: RegionChoice
  words: FactsWords
  onChoose: (choice: RegionChoice) => void
}) {
  const { regions, choice, words, onChoose } = props
  const id = useId()
  // Regions are known by their place in the list: any name may be a region's.
  const value = choice.type === 'region' ? String(regions.indexOf(choice.region)) : choice.type
  const choose = (chosen: string) => {
    const region = regions[Number(chosen)]
    if (region !== undefined) onChoose({ type: 'region', region })
    else onChoose(chosen === 'not-sure' || chosen === 'none' ? { type: chosen } : { type: 'open' })
  }
  return (
    <div className="vr-field vr-facts-region">
      <label className="vr-label" part="label" htmlFor={id}>
        {words.region.question}
      </label>
      <select
        id={id}
        className="vr-select"
        part="input"
        autoComplete="off"
        value={value}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="open">{words.region.choose}</option>
        <option value="not-sure">{words.region.notSure}</option>
        <option value="none">{words.region.none}</option>
        {regions.map((region, place) => (
          <option key={region} value={String(place)}>
            {region}
          </option>
        ))}
      </select>
      {choice.type === 'not-sure' && <p className="vr-hint">{words.region.notSureMeans}</p>}
    </div>
  )
}
