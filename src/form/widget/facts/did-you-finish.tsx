/** "Did you finish?", for a voter who returns to the answer. The choice goes to a callback; it is neither sent nor stored. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { findOfficialUrl } from '../../../contract/civic-data/state-facts.ts'
import { useFormContext } from '../form-context.ts'
import type { AnswerFactsProps } from '../lazy-parts.ts'
import type { FactsContext, FactsMessages } from '../messages/facts-messages.ts'
import { FactLink, FactsList } from './facts-list.tsx'
import { selectOffice } from './pick-facts.ts'
import { useFactsContext, useStateFacts } from './use-state-facts.ts'

/** An earlier announcement would be lost in the screen reader's announcement of the page. */
const announceDelayMs = 500

type Choice = Parameters<NonNullable<AnswerFactsProps['onFollowUp']>>[0]

/** Renders nothing until the voter returns, and nothing in kiosk mode. MUST NOT take the focus by itself. */
export function DidYouFinish(props: AnswerFactsProps) {
  const context = useFactsContext(props)
  const isAsked = useHasReturned(props)
  const container = useRef<HTMLDivElement>(null)
  const [choice, setChoice] = useState<Choice>()
  const announcement = useDelayedText(isAsked ? context.t.finish.question : '')
  const { done, next, help } = context.t.finish
  const choose = (newChoice: Choice) => {
    setChoice(newChoice)
    props.onFollowUp?.(newChoice)
    const selector = '.vr-actions :is(a, button), .vr-answer-facts a'
    if (newChoice === 'not-yet') container.current?.closest('.vr-answer')?.querySelector<HTMLElement>(selector)?.focus()
  }
  return (
    <div ref={container} className="vr-print-hidden">
      {isAsked && <Question choice={choice} onChoice={choose} t={context.t} />}
      <p role="status" className={choice === undefined ? 'vr-visually-hidden' : 'vr-finish-said'}>
        {choice === undefined ? announcement : { yes: done, 'not-yet': next, trouble: help }[choice]}
      </p>
      {(choice === 'yes' || choice === 'trouble') && <FollowUpStep {...props} choice={choice} context={context} />}
    </div>
  )
}

interface QuestionProps {
  choice: Choice | undefined
  onChoice: (choice: Choice) => void
  t: FactsMessages
}

function Question({ choice, onChoice, t }: QuestionProps) {
  const { question, notYet, trouble } = t.finish
  const answers: [Choice, string][] = [
    ['yes', t.yes],
    ['not-yet', notYet],
    ['trouble', trouble],
  ]
  return (
    <fieldset className="vr-fieldset vr-finish">
      <legend className="vr-finish-question">{question}</legend>
      <div className="vr-copy-ways">
        {answers.map(([answer, label]) => (
          <button
            key={answer}
            type="button"
            className="vr-button"
            part="button"
            aria-pressed={choice === answer}
            onClick={() => onChoice(answer)}
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

/** Links to the state's registration check or to help; without state facts, to the operator's official site. */
function FollowUpStep(props: AnswerFactsProps & { choice: 'yes' | 'trouble'; context: FactsContext }) {
  const { t, officialUrl } = useFormContext()
  const { access, code, choice, onCorrect, context } = props
  const { state } = useStateFacts(access, code, access?.regions.get(code))
  const facts = state.type === 'ready' ? state.facts : { facts: [] }
  const check = facts.facts.find(({ slug }) => choice === 'yes' && slug === 'gov_tool_verify')?.value
  const official = findOfficialUrl(facts) ?? officialUrl
  return (
    <>
      {choice === 'trouble' && <FactsList facts={selectOffice(facts)} context={context} />}
      <p>
        {check?.is === 'link' ? (
          <FactLink slug="gov_tool_verify" url={check.url} context={context} />
        ) : (
          official && <FactLink slug="source_registration_info" url={official} context={context} />
        )}
      </p>
      {choice === 'trouble' && (
        <button type="button" className="vr-button" part="button" onClick={onCorrect}>
          {t.answer.correct}
        </button>
      )}
    </>
  )
}

/** Whether the voter has returned: after a reload, from the browser's cache, or from another tab. */
function useHasReturned({ isRestored, hasLeft }: AnswerFactsProps): boolean {
  const { isKiosk } = useFormContext()
  const [hasReturned, setHasReturned] = useState(false)
  const checkReturn = useCallback(() => {
    if (document.visibilityState === 'visible' && hasLeft()) setHasReturned(true)
  }, [hasLeft])
  useEffect(() => {
    document.addEventListener('visibilitychange', checkReturn)
    addEventListener('pageshow', checkReturn)
    return () => {
      document.removeEventListener('visibilitychange', checkReturn)
      removeEventListener('pageshow', checkReturn)
    }
  }, [checkReturn])
  return !isKiosk && (isRestored || hasReturned)
}

function useDelayedText(text: string): string {
  const [delayedText, setDelayedText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setDelayedText(text), announceDelayMs)
    return () => clearTimeout(timer)
  }, [text])
  return delayedText
}
