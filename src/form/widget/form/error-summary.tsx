/** The error summary above the form. */
import { useEffect, useRef, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { getElementById } from '../focus.ts'
import { useFormContext } from '../form-context.ts'
import { getFieldId, useFieldContext } from '../inputs/form-tools.ts'
import { Heading } from '../screens/ui.tsx'
import { type FormField, formFields, requestFieldOf } from './fields.ts'
import { type FormProblem, formatMessage } from './form-errors.ts'

/** MUST be shown for every error, take the focus when it appears, and link to each field. Fixed problems are struck through
 *  without an announcement, so that the page does not move. Fields that became invalid later are counted too. */
export function ErrorSummary(props: { problems: readonly FormProblem[]; fields: readonly FormField[] }) {
  const { problems, fields } = props
  const { t, instanceId, headingLevel } = useFormContext()
  const summary = useRef<HTMLDivElement>(null)
  const headingId = `${instanceId}-summary`
  const { fixedProblems, openCount } = useFixedProblems(problems, fields)
  // An alert would read the whole list again for each fixed problem.
  const [readProblems, setReadProblems] = useState<typeof problems>()
  useEffect(() => {
    if (problems.length === 0) return
    summary.current?.focus()
    // Chromium scrolls to the middle of an element higher than the window. jsdom, in tests, cannot scroll.
    summary.current?.firstElementChild?.scrollIntoView?.({ block: 'nearest' })
  }, [problems])

  const focusField = (field: FormField) => {
    if (summary.current === null) return
    const control = getElementById(getFieldId(instanceId, field), summary.current)
    // Without the wording there are no checkboxes.
    const target = control ?? getElementById(getFieldId(instanceId, 'consent'), summary.current)
    target?.focus()
  }

  const renderEntry = (problem: FormProblem, { text, lang }: ReturnType<typeof formatMessage>) => {
    const { field } = problem
    if (fixedProblems.has(problem))
      return (
        <>
          <span className="vr-visually-hidden">{t.summary.mended} </span>
          <s lang={lang}>{text}</s>
        </>
      )
    if (field === undefined) return <span lang={lang}>{text}</span>
    return (
      <a
        href={`#${getFieldId(instanceId, field)}`}
        onClick={(event) => {
          event.preventDefault()
          focusField(field)
        }}
      >
        <span lang={lang}>{text}</span>
      </a>
    )
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a `fieldset` is for controls; this is a list.
    <div
      ref={summary}
      className={openCount === 0 ? 'vr-summary vr-summary-mended' : 'vr-summary'}
      part="summary"
      role="group"
      aria-labelledby={headingId}
      tabIndex={-1}
      onBlur={() => setReadProblems(problems)}
    >
      {/* A page has one `h1`: the form's own heading. */}
      <Heading
        level={headingLevel === 1 ? 2 : headingLevel}
        id={headingId}
        className={openCount === 0 ? 'vr-done-heading' : 'vr-summary-heading'}
      >
        {openCount === 0 ? t.summary.allMended : t.summary.heading({ count: openCount })}
      </Heading>
      {/* Inside the focused element, or JAWS does not read all of it; without the heading, which is the element's name. */}
      <div role={readProblems === problems ? undefined : 'alert'}>
        <ul>
          {problems.map((problem) => {
            const message = formatMessage(problem.message, problem.field, t)
            return <li key={`${problem.field} ${message.text}`}>{renderEntry(problem, message)}</li>
          })}
        </ul>
      </div>
    </div>
  )
}

/** Returns the problems whose field has no error any more, and the number of open ones, including new ones. */
function useFixedProblems(problems: readonly FormProblem[], fields: readonly FormField[]) {
  const { form } = useFieldContext()
  // Reading `errors` subscribes to them. They may lag behind a new list of problems.
  void useFormState({ control: form.control }).errors
  const isInvalid = (field: FormField) => form.getFieldState(field).error !== undefined
  // The parts of the date count as one field.
  const invalidFields = new Set(formFields.filter(isInvalid).map((field) => requestFieldOf[field]))
  const fixedProblems: ReadonlySet<FormProblem> = new Set(
    problems.filter(({ field }) => field !== undefined && !invalidFields.has(requestFieldOf[field])),
  )
  const listedFields = new Set(problems.map(({ field }) => field && requestFieldOf[field]))
  const stepFields = new Set(fields.map((field) => requestFieldOf[field]))
  const newFields = [...invalidFields].filter((field) => stepFields.has(field) && !listedFields.has(field))
  return { fixedProblems, openCount: problems.length - fixedProblems.size + newFields.length }
}
