/** The buttons of a step of the form: next, or send, and back. */

import type { WidgetState } from '../use-widget.ts'
import type { PlainForm } from '../voter-registration-props.ts'
import { consentTextsFor } from './consent.tsx'
import { fieldsAt, type StepAct } from './form-steps.ts'

/** The buttons. The label of the one that agrees and sends MUST be the one in the wording. */
export function FormButtons({ widget, plain }: { widget: WidgetState; plain: PlainForm | undefined }) {
  const { words, ready, registration, flow } = widget
  const { steps, place } = registration
  const before = place.isChange === true ? 'review' : steps[steps.indexOf(place.at) - 1]
  const isAgreement = fieldsAt(place.at).includes('agree')
  const consent = isAgreement && ready ? consentTextsFor(ready, words) : undefined
  return (
    <div className="vr-actions-submit">
      <button
        type="submit"
        className="vr-button vr-button-primary"
        part="button button-primary"
        // In a sandboxed frame without `allow-forms` a form never submits, but its button can be pressed, also with Enter.
        // A press handled here does not submit, so nothing is sent twice.
        onClick={(event) => {
          event.preventDefault()
          // The second click of a double click is not meant for the step that has appeared meanwhile.
          if (event.detail < 2 || steps.length === 1) flow.submit()
        }}
      >
        <span lang={consent?.open.lang}>{consent?.open.texts.continue ?? words.form.submit}</span>
        {consent?.folded !== undefined && <span lang={consent.folded.lang}>({consent.folded.texts.continue})</span>}
      </button>
      {before !== undefined && (
        <button
          type={plain?.act === undefined ? 'button' : 'submit'}
          name={plain?.act}
          value={'back' satisfies StepAct}
          className="vr-button vr-button-secondary"
          part="button"
          onClick={(event) => {
            event.preventDefault()
            registration.goTo({ at: before })
          }}
        >
          <span>{words.steps.back}</span>
        </button>
      )}
    </div>
  )
}
