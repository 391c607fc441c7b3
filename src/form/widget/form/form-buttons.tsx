/** The buttons of a step of the form: next, or send, and back. */
import { useEffect } from 'react'
import { useFormContext } from '../form-context.ts'
import { Button } from '../screens/ui.tsx'
import type { WidgetState } from '../use-widget.ts'
import { consentTextsFor } from './consent.tsx'

function SendLabel({ ready }: Pick<WidgetState, 'ready'>) {
  const { t } = useFormContext()
  const consent = ready && consentTextsFor(ready, t)
  return (
    <>
      <span lang={consent?.lang}>{consent?.approved.continue ?? t.form.submit}</span>
      {consent?.translation !== undefined && <span>({consent.translation.continue})</span>}
    </>
  )
}

/** The button of a form in steps where no script runs: all of it is on one page there. */
export function SendWithoutScripts({ ready, act }: Pick<WidgetState, 'ready'> & { act: string }) {
  const { t } = useFormContext()
  return (
    <noscript>
      <div className="vr-actions-submit">
        <Button kind="primary" press={{ type: 'submit', name: act, value: 'send' }}>
          <SendLabel ready={ready} />
        </Button>
        {ready && <p className="vr-hint">{t.form.sends({ operator: ready.operator.name })}</p>}
      </div>
    </noscript>
  )
}

/** The buttons; where the form stops, only the one that leads back. The label of the one that agrees and sends MUST be the one in
 *  the wording, and no other's; what it does stands beside it. */
export function FormButtons({ widget, isStopped }: { widget: WidgetState; isStopped: boolean }) {
  const { t, announce } = useFormContext()
  const { ready, registration, flow } = widget
  const { steps, place, isLastStep, previousStep } = registration
  const { isWaiting } = flow
  useEffect(() => {
    if (!isWaiting) return undefined
    announce(t.consent.loading)
    return () => announce('')
  }, [isWaiting, announce, t])
  if (isStopped && previousStep === undefined) return null
  return (
    <div className={place.at === 'page' ? 'vr-actions-submit' : 'vr-actions-submit vr-actions-steps'}>
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
          {isLastStep ? <SendLabel ready={ready} /> : <span>{t.steps.next}</span>}
        </button>
      )}
      {!isStopped && isLastStep && ready !== undefined && (
        <p className="vr-hint">{t.form.sends({ operator: ready.operator.name })}</p>
      )}
      {previousStep !== undefined && (
        <Button kind="secondary" press={() => registration.goTo({ at: previousStep })}>
          {t.steps.back}
        </Button>
      )}
    </div>
  )
}
