/** Everything that is wrong, in one place, above the form. */
import { useEffect, useRef } from 'react'
import { elementBy } from '../focus.ts'
import { idOf } from '../inputs/form-tools.ts'
import type { Words } from '../messages/catalogue.ts'
import type { HeadingLevel } from '../options.ts'
import { Heading } from '../screens/heading.tsx'
import type { FormField } from './fields.ts'
import { type FormProblem, formatMessage } from './form-errors.ts'

/**
 * The summary MUST be there whenever something is wrong, even one thing; it MUST take the focus when it appears, with a
 * name that a screen reader says; each entry MUST lead to its field. It shows what was wrong when the form was last sent and does not change while the voter
 * mends it: the page would move under their hands.
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
    // Of what is higher than the window, Chromium shows the middle. Where pages are only tested (jsdom), nothing scrolls.
    summary.current?.firstElementChild?.scrollIntoView?.({ block: 'nearest' })
  }, [problems])

  const lead = (field: FormField) => {
    if (summary.current === null) return
    const control = elementBy(idOf(instanceId, field), summary.current)
    // The boxes are not there while the wording is not.
    const target = control ?? elementBy(idOf(instanceId, 'consent'), summary.current)
    target?.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a `fieldset` is for controls; what is wrong is a list.
    <div ref={summary} className="vr-summary" part="summary" role="group" aria-labelledby={headingId} tabIndex={-1}>
      <Heading level={headingLevel} id={headingId} className="vr-summary-heading">
        {words.summary.heading({ count: problems.length })}
      </Heading>
      {/* Inside the focused element, or JAWS does not read it whole; without the heading, which is the name that the focus says. */}
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
