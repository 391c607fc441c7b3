/** The answer screen: the service's text, and the buttons. */
import { type ReactNode, useId, useMemo } from 'react'
import type { Settings } from '../../../contract/bff-api.ts'
import { programValues } from '../../../contract/text-program.ts'
import type { FormValues } from '../form/fields.ts'
import type { HeadingLevel } from '../options.ts'
import { AnswerButtons, type AnswerButtonsProps } from './answer-buttons.tsx'
import { AnswerText } from './answer-text.tsx'
import { Button, type Press } from './button.tsx'
import { browserClock, type Clock, momentOf } from './expiry.ts'
import { Heading } from './heading.tsx'
import { Notices } from './notices.tsx'

/** What the answer screen needs. */
export interface AnswerProps extends Omit<AnswerButtonsProps, 'received' | 'clock'> {
  /** When the answer arrived, by `performance.now()`. */
  receivedAt: number
  headingLevel: HeadingLevel
  /** Whom the voter hears from afterwards; `undefined` while the settings are loading. */
  settings: Pick<Settings, 'operator' | 'partner'> | undefined
  /** What the voter gave for that. */
  given: Pick<FormValues, 'phone' | 'subscriber'>
  sandbox: boolean
  /** Content above the buttons. */
  above?: ReactNode
  /** Content below the buttons. */
  children?: ReactNode
  /** Shows the form again with all values; `undefined` where these are gone. */
  onCorrect: Press | undefined
  /** Shows the empty form. */
  onStartOver: Press
  /** The clocks for a link's expiry; the browser's by default. Keep it the same object. */
  clock?: Clock | undefined
}

/**
 * The answer screen. MUST show that the voter is not registered yet and what the next steps are, MUST show the buttons whatever happens to the text,
 * MUST NOT offer a link that no longer works. Its heading has `data-focus` so that the widget can move the focus
 * there.
 */
export function Answer(props: AnswerProps) {
  const { answer, receivedAt, words, headingLevel, sandbox, onCorrect, onStartOver, clock = browserClock } = props
  const said = words.answer
  const { length } = answer.buttons
  const meaningId = useId()
  const received = useMemo(() => momentOf(receivedAt, clock), [receivedAt, clock])
  return (
    <div className="vr-screen vr-answer" part="result">
      <Heading level={headingLevel} takesFocus>
        {length === 0 ? said.headingWithoutButton : said.heading}
      </Heading>
      {sandbox && (
        <div className="vr-notice vr-practice">
          <p>{said.sandbox}</p>
        </div>
      )}
      <p className="vr-lead">
        {length === 0 ? said.leadWithoutButton : length === 1 ? said.leadOneButton : said.leadTwoButtons}
      </p>
      <Notices notices={answer.notices} words={words} />
      <AnswerText
        text={answer.message_markdown}
        headingLevel={headingLevel}
        newTab={words.form.newTab}
        uiLanguage={words.language}
      />
      {props.above}
      <AnswerButtons {...props} received={received} clock={clock} />
      <MessagesThatFollow {...props} />
      {props.children}
      <div className="vr-footnote">
        <p>{said.reference({ reference: answer.reference })}</p>
        {onCorrect !== undefined && (
          <p className="vr-print-hidden">
            <Button kind="plain" aria-describedby={meaningId} press={onCorrect}>
              {said.correct}
            </Button>{' '}
            <span id={meaningId} className="vr-hint">
              {said.correctMeaning}
            </span>
          </p>
        )}
        <p className="vr-print-hidden">
          <Button kind="plain" press={onStartOver}>
            {said.startOver}
          </Button>
        </p>
      </div>
    </div>
  )
}

/** The messages that a voter gets afterwards by e-mail and phone, from whom, and how to stop them (R-A16 to R-A21, R-A48). MUST name
 *  the sender of each kind of message, and how to stop it; text messages only if a number was given. */
function MessagesThatFollow({ settings, given, words }: Pick<AnswerProps, 'settings' | 'given' | 'words'>) {
  if (settings === undefined) return null
  const { operator, partner } = settings
  const { emailsFollow, textsFollow, programFollows } = words.answer
  const { program, monthly } = programValues(partner.texts)
  const hasPhone = given.phone.trim() !== ''
  return (
    <div className="vr-hint">
      <p>{emailsFollow({ operator: operator.name })}</p>
      {hasPhone && <p>{textsFollow({ operator: operator.name })}</p>}
      {hasPhone && given.subscriber && program !== undefined && monthly !== undefined && (
        <p>{programFollows({ partner: partner.name, program, monthly })}</p>
      )}
    </div>
  )
}
