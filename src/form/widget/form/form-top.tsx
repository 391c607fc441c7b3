/** Above the fields: languages, heading and introduction in the first step, else the step's heading. */
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { formatList } from '../facts/format-day.ts'
import { useFormContext } from '../form-context.ts'
import { Heading, nextHeadingLevel, OfficialLink } from '../screens/ui.tsx'
import type { SettingsState } from '../use-root.ts'
import type { WidgetState } from '../use-widget.ts'
import type { InternalFormProps } from '../voter-registration-props.ts'
import { HostedLink } from './consent.tsx'
import { Languages } from './languages.tsx'
import { describeStep } from './steps.ts'

interface FormTopProps {
  props: InternalFormProps
  widget: WidgetState
  page: string
  onNavigateAway: () => void
  children: ReactNode
}

/** From the second step on, the step's heading replaces the form's. */
export function FormTop({ props, widget, page, onNavigateAway, children }: FormTopProps) {
  const { t, headingLevel } = useFormContext()
  const { settings, ready, registration } = widget
  const { steps, position, isFirstStep } = registration
  const { step } = position
  const { progress, name } = describeStep(step, steps, t)
  const isServerRendered = props.noScript !== undefined
  return (
    <>
      {isFirstStep && props.languages !== false && props.noScript?.values === undefined && (
        <Languages
          offered={props.languages ?? ready?.languages}
          query={props.noScript?.query}
          onNavigateAway={onNavigateAway}
        />
      )}
      {isFirstStep && <Heading takesFocus={step === 'page'}>{t.form.heading}</Heading>}
      {!isServerRendered && (
        <noscript>
          <a href={page}>{t.form.heading}</a>
        </noscript>
      )}
      {isFirstStep && <Intro settings={settings} page={page} />}
      {children}
      {progress && (
        <>
          <progress className="vr-steps" max={steps.length} value={steps.indexOf(step) + 1} aria-hidden="true" />
          <p className="vr-hint vr-step-progress" aria-hidden="true">
            {progress}
          </p>
        </>
      )}
      {/* A new element for each step: a focused element whose text changes is announced twice. */}
      {step !== 'page' && (
        <Heading
          key={step}
          level={isFirstStep ? nextHeadingLevel(headingLevel) : headingLevel}
          className={isFirstStep ? 'vr-step-heading' : 'vr-heading'}
          takesFocus
        >
          {progress && <span className="vr-visually-hidden">{progress}: </span>}
          {name}
        </Heading>
      )}
      {step === 'review' && <p className="vr-lead">{t.steps.reviewLead}</p>}
    </>
  )
}

/** Describes the purpose, duration and recipients. Messages that depend on the settings (failure, practice) replace the text in
 *  the same space, so that the layout does not shift. */
export function Intro({ settings, page }: Pick<FormTopProps, 'page'> & { settings: SettingsState }) {
  const { t, announce, officialUrl } = useFormContext()
  const hasFailed = settings.type === 'failed'
  useEffect(() => {
    if (!hasFailed) return undefined
    announce(t.consent.failed)
    return () => announce('')
  }, [hasFailed, announce, t])
  const ready = settings.type === 'ready' ? settings.settings : undefined
  // Deferred, to keep input responsive: on a slow phone the first list of `Intl` takes 0.1 s.
  const deferredSettings = useDeferredValue(ready)
  const lead = <p className="vr-lead">{t.form.lead}</p>
  const disclosure = (
    <p className="vr-hint vr-about">
      {t.form.about}
      {/* Includes the space, which would otherwise shift when the names appear. */}
      {deferredSettings && (
        <span>
          {' '}
          {t.form.goesTo({
            names: formatList([...new Set([deferredSettings.partner.name, deferredSettings.operator.name])], t),
          })}
        </span>
      )}
    </p>
  )
  if (hasFailed) {
    const failure = (
      <p className="vr-error">
        <span>
          {t.consent.failed} <HostedLink page={page} /> <OfficialLink url={officialUrl} text={t.broken.officialLink} />
        </span>
      </p>
    )
    // Different keys keep React from reusing the element, which would shift the layout.
    return (
      <ReservedSpace key="failed" replaced={[lead, disclosure]}>
        {failure}
      </ReservedSpace>
    )
  }
  return (
    <>
      {ready?.features.sandbox === true ? (
        <ReservedSpace key="practice" replaced={[lead]}>
          <p className="vr-notice vr-practice">{t.form.sandbox}</p>
        </ReservedSpace>
      ) : (
        lead
      )}
      {disclosure}
    </>
  )
}

function ReservedSpace({
  replaced: [first, second],
  children,
}: {
  replaced: readonly ReactNode[]
  children: ReactNode
}) {
  return (
    <div className="vr-instead">
      <div aria-hidden="true">
        {first}
        {second}
      </div>
      {children}
    </div>
  )
}
