/** The heading of a step of the form. */
import { useFormTools } from '../inputs/form-tools.ts'
import type { HeadingLevel } from '../options.ts'
import { Heading } from '../screens/heading.tsx'
import { type FormStep, stepParts } from './form-steps.ts'

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
