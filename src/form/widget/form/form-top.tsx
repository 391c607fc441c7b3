/** What is above the fields: at the first step the languages, the heading and the introduction; else the heading of the step. */

import { useFormContext } from '../form-context.ts'
import { Heading, levelBelow } from '../screens/ui.tsx'
import type { WidgetState } from '../use-widget.ts'
import type { InternalFormProps } from '../voter-registration-props.ts'
import { type FormStep, stepParts } from './form-steps.ts'
import { Intro } from './intro.tsx'
import { Languages } from './languages.tsx'

interface FormTopProps {
  props: InternalFormProps
  widget: WidgetState
  page: string
  onAway: () => void
}

export function FormTop({ props, widget, page, onAway }: FormTopProps) {
  const { t } = useFormContext()
  const { settings, ready, registration } = widget
  const { at } = registration.place
  const isFirst = at === registration.steps[0]
  const isServed = props.plain !== undefined
  return (
    <>
      {isFirst && props.languages !== false && props.plain?.values === undefined && (
        <Languages offered={props.languages ?? ready?.languages} query={props.plain?.query} onAway={onAway} />
      )}
      {isFirst && <Heading takesFocus={at === 'page'}>{t.form.heading}</Heading>}
      {!isServed && (
        <noscript>
          <a href={page}>{t.form.heading}</a>
        </noscript>
      )}
      {isFirst && <Intro settings={settings} page={page} />}
    </>
  )
}

/** How far the voter is, and the step's name as a heading, which takes the focus when the step appears. From the second step on it
 *  is the form's heading. */
export function StepHeading({ at, steps }: { at: FormStep; steps: readonly FormStep[] }) {
  const { t, headingLevel } = useFormContext()
  const { progress, name } = stepParts(at, steps, t)
  const isFirst = at === steps[0]
  return (
    <>
      {progress && (
        <>
          <progress className="vr-steps" max={steps.length} value={steps.indexOf(at) + 1} aria-hidden="true" />
          <p className="vr-hint vr-step-progress" aria-hidden="true">
            {progress}
          </p>
        </>
      )}
      {/* A new element for each step: one whose text changes while it has the focus is announced twice. */}
      <Heading
        key={at}
        level={isFirst ? levelBelow(headingLevel) : headingLevel}
        className={isFirst ? 'vr-step-heading' : 'vr-heading'}
        takesFocus
      >
        {progress && <span className="vr-visually-hidden">{progress}: </span>}
        {name}
      </Heading>
      {at === 'review' && <p className="vr-lead">{t.steps.reviewLead}</p>}
    </>
  )
}
