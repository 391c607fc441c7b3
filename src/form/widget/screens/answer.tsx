/** The answer screen: next steps, buttons, and the service's instructions. */
import { type ReactNode, useId, useMemo } from 'react'
import type { Settings } from '../../../contract/bff-api.ts'
import { getProgramValues } from '../../../contract/text-program.ts'
import type { FormValues } from '../form/fields.ts'
import { useFormContext } from '../form-context.ts'
import { AnswerButtons, type AnswerButtonsProps } from './answer-buttons.tsx'
import { AnswerText } from './answer-text.tsx'
import { getClockTimes } from './expiry.ts'
import { getServiceLanguage } from './service-text.ts'
import { Button, type ButtonAction, Heading, Notices, SectionLink, Subsection } from './ui.tsx'

export interface AnswerProps extends Omit<AnswerButtonsProps, 'received' | 'englishId'> {
  /** By `performance.now()`. */
  receivedAt: number
  /** Senders of follow-up messages; `undefined` while the settings are loading. */
  settings: Pick<Settings, 'operator' | 'partner'> | undefined
  values: Pick<FormValues, 'phone' | 'subscriber'>
  sandbox: boolean
  sections: string
  question?: ReactNode
  dates?: ReactNode
  documents?: ReactNode
  children?: ReactNode
  /** Shows the form again with all values; `undefined` if they are gone. */
  onCorrect: ButtonAction | undefined
  onStartOver: ButtonAction
}

/** MUST show that the voter is not registered yet, the next steps, and the buttons even if the text fails, without scrolling on a
 *  phone. MUST link to the instructions before the buttons (R-A05), MUST NOT offer an expired link. */
export function Answer(props: AnswerProps) {
  const { t, clock, monotonicClock } = useFormContext()
  const { answer, receivedAt, sandbox, sections, onCorrect, onStartOver } = props
  const messages = t.answer
  const { length } = answer.buttons
  const [meaningId, englishId] = [useId(), useId()]
  const received = useMemo(
    () => getClockTimes(receivedAt, { clock, monotonicClock }),
    [receivedAt, clock, monotonicClock],
  )
  const instructionsId = `${sections}instructions`
  const hasText = answer.message_markdown.trim() !== ''
  const isOtherLanguage = getServiceLanguage(t.language) !== undefined
  return (
    <div className="vr-screen vr-answer" part="result">
      <Heading takesFocus>{length === 0 ? messages.headingWithoutButton : messages.heading}</Heading>
      {sandbox && (
        <div className="vr-notice vr-practice">
          <p>{messages.sandbox}</p>
        </div>
      )}
      <p className="vr-lead">
        {length === 0 ? messages.leadWithoutButton : length === 1 ? messages.leadOneButton : messages.leadTwoButtons}
      </p>
      <Subsection>
        {props.question}
        {props.dates}
      </Subsection>
      {(isOtherLanguage || (hasText && length > 0)) && (
        <p className="vr-print-hidden">
          {isOtherLanguage && <span id={englishId}>{messages.inEnglish}</span>}{' '}
          {hasText && length > 0 && <SectionLink targetId={instructionsId}>{messages.readFirst}</SectionLink>}
        </p>
      )}
      <Notices notices={answer.notices} />
      <AnswerButtons {...props} received={received} englishId={isOtherLanguage ? englishId : undefined} />
      <Subsection>
        {props.documents}
        {hasText && (
          <section className="vr-facts" aria-labelledby={instructionsId}>
            <Heading id={instructionsId} className="vr-facts-heading" isTarget>
              {messages.instructions}
            </Heading>
            <AnswerText text={answer.message_markdown} />
          </section>
        )}
        {props.children}
      </Subsection>
      <FollowUpMessages {...props} />
      <div className="vr-footnote">
        <p>{messages.reference({ reference: answer.reference })}</p>
        {onCorrect !== undefined && (
          <p className="vr-print-hidden">
            <Button kind="plain" aria-describedby={meaningId} action={onCorrect}>
              {messages.correct}
            </Button>{' '}
            <span id={meaningId} className="vr-hint">
              {messages.correctMeaning}
            </span>
          </p>
        )}
        <p className="vr-print-hidden">
          <Button kind="plain" action={onStartOver}>
            {messages.startOver}
          </Button>
        </p>
      </div>
    </div>
  )
}

/** Follow-up messages by e-mail and phone (R-A16 to R-A21, R-A48). MUST name the sender of each kind of message, and how to stop
 *  it; text messages only if a number was given. */
function FollowUpMessages({ settings, values }: Pick<AnswerProps, 'settings' | 'values'>) {
  const { answer } = useFormContext().t
  if (settings === undefined) return null
  const { operator, partner } = settings
  const { emailsFollow, textsFollow, programFollows } = answer
  const { program, monthly } = getProgramValues(partner.texts)
  const hasPhone = values.phone.trim() !== ''
  return (
    <div className="vr-follows vr-print-hidden">
      <p>{emailsFollow({ operator: operator.name })}</p>
      {hasPhone && <p>{textsFollow({ operator: operator.name })}</p>}
      {hasPhone && values.subscriber && program !== undefined && monthly !== undefined && (
        <p>{programFollows({ partner: partner.name, program, monthly })}</p>
      )}
    </div>
  )
}
