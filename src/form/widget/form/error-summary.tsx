/** All errors, in one place, above the form. */
import { useEffect, useRef, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { elementBy } from '../focus.ts'
import { type FormTools, idOf, useFormTools } from '../inputs/form-tools.ts'
import type { Words } from '../messages/catalogue.ts'
import type { HeadingLevel } from '../options.ts'
import { Heading } from '../screens/heading.tsx'
import { type FormField, formFields, requestFieldOf } from './fields.ts'
import { type FormProblem, formatMessage } from './form-errors.ts'

/**
 * The summary MUST be shown whenever there is an error, even one; it MUST take the focus when it appears, with a name that a
 * screen reader announces; each entry MUST lead to its field. It counts down: what is mended is struck through at its place, so
 * that the page does not move, and is not announced.
 */
export function ErrorSummary(props: {
  problems: readonly FormProblem[]
  words: Words
  instanceId: string
  headingLevel: HeadingLevel
}) {
  const { problems, words, instanceId, headingLevel } = props
  const summary = useRef<HTMLDivElement>(null)
  const headingId = `${instanceId}-summary`
  const mended = useMended(problems)
  const left = problems.length - mended.size
  // An alert would read the whole list again with each entry that is struck through.
  const [heard, setHeard] = useState<typeof problems>()
  useEffect(() => {
    if (problems.length === 0) return
    summary.current?.focus()
    // For an element higher than the window, Chromium shows the middle. jsdom, in tests, cannot scroll.
    summary.current?.firstElementChild?.scrollIntoView?.({ block: 'nearest' })
  }, [problems])

  const lead = (field: FormField) => {
    if (summary.current === null) return
    const control = elementBy(idOf(instanceId, field), summary.current)
    // The checkboxes are missing while the wording is.
    const target = control ?? elementBy(idOf(instanceId, 'consent'), summary.current)
    target?.focus()
  }

  const entryOf = (problem: FormProblem, { text, lang }: ReturnType<typeof formatMessage>) => {
    const { field } = problem
    if (mended.has(problem))
      return (
        <>
          <span className="vr-visually-hidden">{words.summary.mended} </span>
          <s lang={lang}>{text}</s>
        </>
      )
    if (field === undefined) return <span lang={lang}>{text}</span>
    return (
      <a
        href={`#${idOf(instanceId, field)}`}
        onClick={(event) => {
          event.preventDefault()
          lead(field)
        }}
      >
        <span lang={lang}>{text}</span>
      </a>
    )
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a `fieldset` is for controls; what is wrong is a list.
    <div
      ref={summary}
      className={left === 0 ? 'vr-summary vr-summary-mended' : 'vr-summary'}
      part="summary"
      role="group"
      aria-labelledby={headingId}
      tabIndex={-1}
      onBlur={() => setHeard(problems)}
    >
      <Heading level={headingLevel} id={headingId} className={left === 0 ? 'vr-done-heading' : 'vr-summary-heading'}>
        {left === 0 ? words.summary.allMended : words.summary.heading({ count: left })}
      </Heading>
      {/* Inside the focused element, or JAWS does not read all of it; without the heading, which is that element's name. */}
      <div role={heard === problems ? undefined : 'alert'}>
        <ul>
          {problems.map((problem) => {
            const message = formatMessage(problem.message, problem.field, words)
            return <li key={`${problem.field} ${message.text}`}>{entryOf(problem, message)}</li>
          })}
        </ul>
      </div>
    </div>
  )
}

/** Returns the problems whose field has no error any more; those of no field stay. */
function useMended(problems: readonly FormProblem[]): ReadonlySet<FormProblem> {
  const { form } = useFormTools()
  // Reading them subscribes to each error that comes or goes. They may lag behind a list that has just come: the form itself
  // does not.
  void useFormState({ control: form.control }).errors
  return new Set(problems.filter(({ field }) => field !== undefined && !hasError(form, field)))
}

/** Whether a field has an error, or another part of it: the parts of a date are one question. */
function hasError(form: FormTools['form'], field: FormField): boolean {
  return formFields.some(
    (part) => requestFieldOf[part] === requestFieldOf[field] && form.getFieldState(part).error !== undefined,
  )
}
