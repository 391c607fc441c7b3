/** "Did you finish?", for a voter who comes back to the answer. The page learns the choice; it is neither sent nor stored. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { officialAddress } from '../../../contract/civic-data/state-facts.ts'
import { useFormContext } from '../form-context.ts'
import type { AnswerFactsProps } from '../lazy-parts.ts'
import type { FactsLook, FactsWords } from '../messages/facts-messages.ts'
import { FactLink, FactsList } from './facts-list.tsx'
import { pickOffice } from './pick-facts.ts'
import { useFactsLook, useStateFacts } from './use-state-facts.ts'

/** Milliseconds until the question is announced; earlier, the announcement of the page itself would drown it. */
const spokenAfter = 500

type Choice = Parameters<NonNullable<AnswerFactsProps['onFollowUp']>>[0]

/** Shows nothing until the voter comes back, and never on a shared device. MUST NOT take the focus by itself. */
export function DidYouFinish(props: AnswerFactsProps) {
  const look = useFactsLook(props)
  const isAsked = useIsBack(props)
  const place = useRef<HTMLDivElement>(null)
  const [choice, setChoice] = useState<Choice>()
  const spoken = useLater(isAsked ? look.words.finish.question : '')
  const { done, next, help } = look.words.finish
  const choose = (chosen: Choice) => {
    setChoice(chosen)
    props.onFollowUp?.(chosen)
    const ways = '.vr-actions :is(a, button), .vr-answer-facts a'
    if (chosen === 'not-yet') place.current?.closest('.vr-answer')?.querySelector<HTMLElement>(ways)?.focus()
  }
  return (
    <div ref={place} className="vr-print-hidden">
      {isAsked && <Question choice={choice} onChoice={choose} words={look.words} />}
      <p role="status" className={choice === undefined ? 'vr-visually-hidden' : 'vr-finish-said'}>
        {choice === undefined ? spoken : { yes: done, 'not-yet': next, trouble: help }[choice]}
      </p>
      {(choice === 'yes' || choice === 'trouble') && <NextStep {...props} choice={choice} look={look} />}
    </div>
  )
}

interface QuestionProps {
  choice: Choice | undefined
  onChoice: (choice: Choice) => void
  words: FactsWords
}

function Question({ choice, onChoice, words }: QuestionProps) {
  const { question, notYet, trouble } = words.finish
  const answers: [Choice, string][] = [
    ['yes', words.yes],
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

/** Where to check, or whom to ask for help. Without the state's facts, it links to the operator's official site. */
function NextStep(props: AnswerFactsProps & { choice: 'yes' | 'trouble'; look: FactsLook }) {
  const { t, officialUrl } = useFormContext()
  const { access, code, choice, onCorrect, look } = props
  const { state } = useStateFacts(access, code, access?.regions.get(code))
  const facts = state.type === 'ready' ? state.facts : { facts: [] }
  const check = facts.facts.find(({ slug }) => choice === 'yes' && slug === 'gov_tool_verify')?.value
  const official = officialAddress(facts) ?? officialUrl
  return (
    <>
      {choice === 'trouble' && <FactsList facts={pickOffice(facts)} look={look} />}
      <p>
        {check?.is === 'link' ? (
          <FactLink slug="gov_tool_verify" url={check.url} look={look} />
        ) : (
          official && <FactLink slug="source_registration_info" url={official} look={look} />
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

/** Whether the voter has come back: to a reloaded page, to one from the browser's cache, or from another tab. */
function useIsBack({ isBack, hasGoneOn }: AnswerFactsProps): boolean {
  const { isKiosk } = useFormContext()
  const [hasReturned, setHasReturned] = useState(false)
  const look = useCallback(() => {
    if (document.visibilityState === 'visible' && hasGoneOn()) setHasReturned(true)
  }, [hasGoneOn])
  useEffect(() => {
    document.addEventListener('visibilitychange', look)
    addEventListener('pageshow', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      removeEventListener('pageshow', look)
    }
  }, [look])
  return !isKiosk && (isBack || hasReturned)
}

function useLater(text: string): string {
  const [later, setLater] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), spokenAfter)
    return () => clearTimeout(timer)
  }, [text])
  return later
}
