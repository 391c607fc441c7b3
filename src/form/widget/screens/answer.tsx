/** The answer screen: the service's text, and the buttons. */
import { type ReactNode, useId, useMemo } from 'react'
import type { HeadingLevel } from '../options.ts'
import { leave } from '../tracking/follow.ts'
import { AnswerButtons, type AnswerButtonsProps } from './answer-buttons.tsx'
import { AnswerText } from './answer-text.tsx'
import { browserClock, type Clock, momentOf } from './expiry.ts'
import { Heading } from './heading.tsx'
import { Notices } from './notices.tsx'

/** What the answer screen needs. */
export interface AnswerProps extends Omit<AnswerButtonsProps, 'received' | 'clock' | 'navigate'> {
  /** When the answer arrived, by `performance.now()`. */
  receivedAt: number
  headingLevel: HeadingLevel
  sandbox: boolean
  /** Content above the buttons. */
  above?: ReactNode
  /** Content below the buttons. */
  children?: ReactNode
  /** Shows the form again with all values. */
  onCorrect: () => void
  onStartOver: () => void
  /** The clocks for a link's expiry; the browser's by default. Keep it the same object. */
  clock?: Clock | undefined
  /** Sends the voter on; by default like a click on a link. */
  navigate?: AnswerButtonsProps['navigate'] | undefined
}

/**
 * The answer screen. MUST show that the voter is not registered yet, MUST show the buttons whatever happens to the text,
 * MUST NOT offer a link that no longer works. Its heading has `data-focus` so that the widget can move the focus
 * there.
 */
export function Answer(props: AnswerProps) {
  const { answer, receivedAt, words, onCorrect, onStartOver } = props
  const meaningId = useId()
  const { clock = browserClock, navigate = leave } = props
  const received = useMemo(() => momentOf(receivedAt, clock), [receivedAt, clock])
  return (
    <div className="vr-screen vr-answer" part="result">
      <AnswerSaid {...props} takesFocus />
      {props.above}
      <AnswerButtons {...props} received={received} clock={clock} navigate={navigate} />
      {props.children}
      <div className="vr-footnote">
        <p>{words.answer.reference({ reference: answer.reference })}</p>
        <p className="vr-print-hidden">
          <button
            type="button"
            className="vr-button vr-button-plain"
            part="button"
            aria-describedby={meaningId}
            onClick={onCorrect}
          >
            {words.answer.correct}
          </button>{' '}
          <span id={meaningId} className="vr-hint">
            {words.answer.correctMeaning}
          </span>
        </p>
        <button type="button" className="vr-button vr-button-plain vr-print-hidden" part="button" onClick={onStartOver}>
          {words.answer.startOver}
        </button>
      </div>
    </div>
  )
}

/** The content above the buttons: never that the voter is registered, always the next steps, then the service's own
 *  text. */
export function AnswerSaid(
  props: Pick<AnswerProps, 'answer' | 'words' | 'headingLevel' | 'sandbox'> & { takesFocus?: boolean },
) {
  const { answer, words, headingLevel, sandbox, takesFocus = false } = props
  const said = words.answer
  const { length } = answer.buttons
  const lead = length === 0 ? said.leadWithoutButton : length === 1 ? said.leadOneButton : said.leadTwoButtons
  return (
    <>
      <Heading level={headingLevel} takesFocus={takesFocus}>
        {length === 0 ? said.headingWithoutButton : said.heading}
      </Heading>
      {sandbox && (
        <div className="vr-notice">
          <p>{said.sandbox}</p>
        </div>
      )}
      <p className="vr-lead">{lead}</p>
      <Notices notices={answer.notices} words={words} />
      <AnswerText
        text={answer.message_markdown}
        headingLevel={headingLevel}
        newTab={words.form.newTab}
        uiLanguage={words.language}
      />
    </>
  )
}
