/** The buttons of a step: next or submit, and back. */
import { useEffect } from 'react'
import { useFormContext } from '../form-context.ts'
import { Button } from '../screens/ui.tsx'
import type { WidgetState } from '../use-widget.ts'
import { getConsentTexts } from './consent.tsx'

function SendLabel({ ready }: Pick<WidgetState, 'ready'>) {
  const { t } = useFormContext()
  const consent = ready && getConsentTexts(ready, t)
  return (
    <>
      <span lang={consent?.lang}>{consent?.approved.continue ?? t.form.submit}</span>
      {consent?.translation !== undefined && <span>({consent.translation.continue})</span>}
    </>
  )
}

/** The submit button of a form in steps without scripts, which is on one page. */
export function SendWithoutScripts({ ready, act }: Pick<WidgetState, 'ready'> & { act: string }) {
  const { t } = useFormContext()
  return (
    <noscript>
      <div className="vr-actions-submit">
        <Button kind="primary" action={{ type: 'submit', name: act, value: 'send' }}>
          <SendLabel ready={ready} />
        </Button>
        {ready && <p className="vr-hint">{t.form.sends({ operator: ready.operator.name })}</p>}
      </div>
    </noscript>
  )
}

/** Only the Back button if the form is blocked. The submit button MUST have the label of the wording, and no other button may. */
export function FormButtons({ widget, isBlocked }: { widget: WidgetState; isBlocked: boolean }) {
  const { t, announce } = useFormContext()
  const { ready, registration, flow } = widget
  const { steps, position, isLastStep, previousStep } = registration
  const { isWaiting } = flow
  useEffect(() => {
    if (!isWaiting) return undefined
    announce(t.consent.loading)
    return () => announce('')
  }, [isWaiting, announce, t])
  if (isBlocked && previousStep === undefined) return null
  return (
    <div className={position.step === 'page' ? 'vr-actions-submit' : 'vr-actions-submit vr-actions-steps'}>
      {!isBlocked && (
        <button
          type="submit"
          className="vr-button vr-button-primary"
          part="button button-primary"
          // Not `aria-busy`: JAWS skips busy elements.
          aria-disabled={isWaiting || undefined}
          // In a sandboxed frame without `allow-forms` the form never submits, but its button can be clicked, also with Enter.
          // `preventDefault` keeps it from being submitted twice.
          onClick={(event) => {
            event.preventDefault()
            // The second click of a double click must not submit the next step.
            if (event.detail < 2 || steps.length === 1) flow.submit()
          }}
        >
          {isLastStep ? <SendLabel ready={ready} /> : <span>{t.steps.next}</span>}
        </button>
      )}
      {!isBlocked && isLastStep && ready !== undefined && (
        <p className="vr-hint">{t.form.sends({ operator: ready.operator.name })}</p>
      )}
      {previousStep !== undefined && (
        <Button kind="secondary" action={() => registration.goTo({ step: previousStep })}>
          {t.steps.back}
        </Button>
      )}
    </div>
  )
}
