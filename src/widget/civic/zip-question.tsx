/** Asks about a ZIP code that usually belongs to another state than the chosen one: a question, never a block. */
import { type StateCode, states } from '../../contract/states.ts'
import type { FactsWords } from '../messages/facts-messages.ts'

/** The question. Going on without an answer MUST be possible. */
export function ZipQuestion(props: {
  zipcode: string
  chosen: StateCode
  suggested: StateCode
  words: FactsWords
  onChange: () => void
  onKeep: () => void
}) {
  const { zipcode, chosen, suggested, words, onChange, onKeep } = props
  const state = states[suggested]
  return (
    <div className="vr-notice vr-zip-question">
      <p>{words.zip.question({ zipcode, state })}</p>
      <div className="vr-zip-answers">
        <button type="button" className="vr-button vr-button-plain" part="button" onClick={onChange}>
          {words.zip.change({ state })}
        </button>
        <button type="button" className="vr-button vr-button-plain" part="button" onClick={onKeep}>
          {words.zip.keep({ state: states[chosen] })}
        </button>
      </div>
    </div>
  )
}
