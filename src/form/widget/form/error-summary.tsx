/** All errors, in one place, above the form. */
import { useEffect, useRef } from 'react'
import { elementBy } from '../focus.ts'
import { idOf } from '../inputs/form-tools.ts'
import type { Words } from '../messages/catalogue.ts'
import type { HeadingLevel } from '../options.ts'
import { Heading } from '../screens/heading.tsx'
import type { FormField } from './fields.ts'
import { type FormProblem, formatMessage } from './form-errors.ts'

/**
 * The summary MUST be shown whenever there is an error, even one; it MUST take the focus when it appears, with a name that a
 * screen reader announces; each entry MUST lead to its field. It shows the errors of the last submission and does not change
 * while the voter fixes them, which would move the page.
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

  return (
    // biome-ignore lint/a11y/useSemanticElements: a `fieldset` is for controls; what is wrong is a list.
    <div ref={summary} className="vr-summary" part="summary" role="group" aria-labelledby={headingId} tabIndex={-1}>
      <Heading level={headingLevel} id={headingId} className="vr-summary-heading">
        {words.summary.heading({ count: problems.length })}
      </Heading>
      {/* Inside the focused element, or JAWS does not read all of it; without the heading, which is that element's name. */}
      <div role="alert">
        <ul>
          {problems.map(({ field, message }) => {
            const { text, lang } = formatMessage(message, field, words)
            return (
              <li key={`${field} ${text}`}>
                {field === undefined ? (
                  <span lang={lang}>{text}</span>
                ) : (
                  <a
                    href={`#${idOf(instanceId, field)}`}
                    onClick={(event) => {
                      event.preventDefault()
                      lead(field)
                    }}
                  >
                    <span lang={lang}>{text}</span>
                  </a>
                )}
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}
