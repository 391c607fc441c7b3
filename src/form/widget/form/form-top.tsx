/** What is above the fields: at the first step the languages, the heading and the introduction; else the heading of the step. */

import { useFormTools } from '../inputs/form-tools.ts'
import type { HeadingLevel } from '../options.ts'
import { Heading } from '../screens/ui.tsx'
import type { WidgetState } from '../use-widget.ts'
import type { InternalFormProps } from '../voter-registration-props.ts'
import { type FormStep, stepParts } from './form-steps.ts'
import { Intro } from './intro.tsx'
import { Languages } from './languages.tsx'

export function FormTop({ props, widget, page }: { props: InternalFormProps; widget: WidgetState; page: string }) {
  const { words, settings, ready, registration, officialUrl } = widget
  const { at } = registration.place
  const isFirst = at === registration.steps[0]
  const isServed = props.plain !== undefined
  return (
    <>
      {isFirst && props.languages !== false && (
        <Languages offered={props.languages ?? ready?.languages} posts={isServed} />
      )}
      {isFirst && (
        <Heading level={props.headingLevel ?? 2} takesFocus={at === 'page'}>
          {words.form.heading}
        </Heading>
      )}
      {!isServed && (
        <noscript>
          <a href={page}>{words.form.heading}</a>
        </noscript>
      )}
      {isFirst && <Intro settings={settings} officialUrl={officialUrl} page={page} />}
    </>
  )
}

/** How far the voter is, and the step's name as a heading, which takes the focus when the step appears. From the second step on it
 *  is the form's heading. */
export function StepHeading({ at, steps, level }: { at: FormStep; steps: readonly FormStep[]; level: HeadingLevel }) {
  const { words } = useFormTools()
  const { progress, name } = stepParts(at, steps, words)
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
      <Heading key={at} level={level} className={at === steps[0] ? 'vr-step-heading' : 'vr-heading'} takesFocus>
        {progress && <span className="vr-visually-hidden">{progress}: </span>}
        {name}
      </Heading>
      {at === 'review' && <p className="vr-lead">{words.steps.reviewLead}</p>}
    </>
  )
}
