/** The buttons of a step of the form: next, or send, and back. */
import { useEffect } from 'react'
import { useFormTools } from '../inputs/form-tools.ts'
import type { WidgetState } from '../use-widget.ts'
import type { PlainForm } from '../voter-registration-props.ts'
import { consentTextsFor } from './consent.tsx'
import { isLast, type StepAct } from './form-steps.ts'

/** The buttons; where the form stops, only the one that leads back. The label of the one that agrees and sends MUST be the one in
 *  the wording, and no other's; what it does stands beside it. */
export function FormButtons(props: { widget: WidgetState; plain: PlainForm | undefined; isStopped: boolean }) {
  const { widget, plain, isStopped } = props
  const { words, ready, registration, flow } = widget
  const { steps, place } = registration
  const before = place.isChange === true ? 'review' : steps[steps.indexOf(place.at) - 1]
  const isSending = isLast(place.at, steps)
  const consent = isSending && ready ? consentTextsFor(ready, words) : undefined
  const { announce } = useFormTools()
  const { isWaiting } = flow
  useEffect(() => {
    if (!isWaiting) return undefined
    announce(words.consent.loading)
    return () => announce('')
  }, [isWaiting, announce, words])
  if (isStopped && before === undefined) return null
  return (
    <div className="vr-actions-submit">
      {!isStopped && (
        <button
          type="submit"
          className="vr-button vr-button-primary"
          part="button button-primary"
          // Not `aria-busy`: JAWS leaves out what is busy.
          aria-disabled={isWaiting || undefined}
          // In a sandboxed frame without `allow-forms` a form never submits, but its button can be pressed, also with Enter.
          // A press handled here does not submit, so nothing is sent twice.
          onClick={(event) => {
            event.preventDefault()
            // The second click of a double click is not meant for the step that has appeared meanwhile.
            if (event.detail < 2 || steps.length === 1) flow.submit()
          }}
        >
          <span lang={consent?.lang}>
            {consent?.approved.continue ?? (isSending ? words.form.submit : words.steps.next)}
          </span>
          {consent?.translation !== undefined && <span>({consent.translation.continue})</span>}
        </button>
      )}
      {!isStopped && consent !== undefined && ready !== undefined && (
        <p className="vr-hint">{words.form.sends({ operator: ready.operator.name })}</p>
      )}
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
