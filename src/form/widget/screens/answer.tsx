/** The answer screen: next steps, buttons, and the service's instructions. */
import { type ReactNode, useId, useMemo } from 'react'
import type { Settings } from '../../../contract/bff-api.ts'
import { getProgramValues } from '../../../contract/text-program.ts'
import type { FormValues } from '../form/fields.ts'
import { useFormContext } from '../form-context.ts'
import { AnswerButtons, type AnswerButtonsProps } from './answer-buttons.tsx'
import { AnswerText } from './answer-text.tsx'
import { momentOf } from './expiry.ts'
import { serviceLanguage } from './service-text.ts'
import { Button, Heading, Notices, type Press, SectionLink, Subsection } from './ui.tsx'

export interface AnswerProps extends Omit<AnswerButtonsProps, 'received' | 'englishId'> {
  /** By `performance.now()`. */
  receivedAt: number
  /** Senders of follow-up messages; `undefined` while the settings are loading. */
  settings: Pick<Settings, 'operator' | 'partner'> | undefined
  given: Pick<FormValues, 'phone' | 'subscriber'>
  sandbox: boolean
  sections: string
  question?: ReactNode
  dates?: ReactNode
  bring?: ReactNode
  children?: ReactNode
  /** Shows the form again with all values; `undefined` if they are gone. */
  onCorrect: Press | undefined
  onStartOver: Press
}

/** MUST show that the voter is not registered yet, the next steps, and the buttons even if the text fails, without scrolling on a
 *  phone. MUST link to the instructions before the buttons (R-A05), MUST NOT offer an expired link. */
export function Answer(props: AnswerProps) {
  const { t, clock, monotonicClock } = useFormContext()
  const { answer, receivedAt, sandbox, sections, onCorrect, onStartOver } = props
  const said = t.answer
  const { length } = answer.buttons
  const [meaningId, englishId] = [useId(), useId()]
  const received = useMemo(() => momentOf(receivedAt, { clock, monotonicClock }), [receivedAt, clock, monotonicClock])
  const instructionsId = `${sections}instructions`
  const hasText = answer.message_markdown.trim() !== ''
  const isOtherLanguage = serviceLanguage(t.language) !== undefined
  return (
    <div className="vr-screen vr-answer" part="result">
      <Heading takesFocus>{length === 0 ? said.headingWithoutButton : said.heading}</Heading>
      {sandbox && (
        <div className="vr-notice vr-practice">
          <p>{said.sandbox}</p>
        </div>
      )}
      <p className="vr-lead">
        {length === 0 ? said.leadWithoutButton : length === 1 ? said.leadOneButton : said.leadTwoButtons}
      </p>
      <Subsection>
        {props.question}
        {props.dates}
      </Subsection>
      {(isOtherLanguage || (hasText && length > 0)) && (
        <p className="vr-print-hidden">
          {isOtherLanguage && <span id={englishId}>{said.inEnglish}</span>}{' '}
          {hasText && length > 0 && <SectionLink to={instructionsId}>{said.readFirst}</SectionLink>}
        </p>
      )}
      <Notices notices={answer.notices} />
      <AnswerButtons {...props} received={received} englishId={isOtherLanguage ? englishId : undefined} />
      <Subsection>
        {props.bring}
        {hasText && (
          <section className="vr-facts" aria-labelledby={instructionsId}>
            <Heading id={instructionsId} className="vr-facts-heading" isTarget>
              {said.instructions}
            </Heading>
            <AnswerText text={answer.message_markdown} />
          </section>
        )}
        {props.children}
      </Subsection>
      <MessagesThatFollow {...props} />
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

/** Follow-up messages by e-mail and phone (R-A16 to R-A21, R-A48). MUST name the sender of each kind of message, and how to stop
 *  it; text messages only if a number was given. */
function MessagesThatFollow({ settings, given }: Pick<AnswerProps, 'settings' | 'given'>) {
  const { answer } = useFormContext().t
  if (settings === undefined) return null
  const { operator, partner } = settings
  const { emailsFollow, textsFollow, programFollows } = answer
  const { program, monthly } = getProgramValues(partner.texts)
  const hasPhone = given.phone.trim() !== ''
  return (
    <div className="vr-follows vr-print-hidden">
      <p>{emailsFollow({ operator: operator.name })}</p>
      {hasPhone && <p>{textsFollow({ operator: operator.name })}</p>}
      {hasPhone && given.subscriber && program !== undefined && monthly !== undefined && (
        <p>{programFollows({ partner: partner.name, program, monthly })}</p>
      )}
    </div>
  )
}
