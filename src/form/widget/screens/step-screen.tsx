/** All screens except the form. */
import { useCallback, useId, useMemo, useRef } from 'react'
import { isStateCode } from '../../../contract/states.ts'
import { AnswerFactsSlot, OfficialSlot, type OfficialSlotProps } from '../facts/facts-slot.tsx'
import type { Step as FlowStep } from '../flow/flow-reducer.ts'
import { useFormContext } from '../form-context.ts'
import type { Emit } from '../page-address.ts'
import type { WidgetState } from '../use-widget.ts'
import type { InternalFormProps } from '../voter-registration-props.ts'
import { Answer } from './answer.tsx'
import { NotSentScreen, OutcomeUnknown } from './not-sent.tsx'
import { Heading } from './ui.tsx'

interface StepScreenProps {
  props: InternalFormProps
  widget: WidgetState
  emit: Emit
  onStartOver: () => void
}

export function StepScreen(screenProps: StepScreenProps) {
  const { props, widget, emit, onStartOver } = screenProps
  const { officialUrl } = useFormContext()
  const { client, ready, facts, registration, flow } = widget
  const { step, resend: sendAgain, retryAutomatically: sendBySelf, back } = flow
  const selectedState = registration.form.getValues('state')
  const code = isStateCode(selectedState) ? selectedState : undefined
  const loadSites = useMemo(() => (code === undefined ? undefined : () => client.sites(code)), [client, code])
  const clickedStep = useRef<FlowStep>(undefined)
  const hasLeft = useCallback(() => clickedStep.current === step, [step])
  const sections = useId()
  const renderFacts = (component: 'AnswerDates' | 'AnswerDocuments' | 'AnswerFacts' | 'DidYouFinish') =>
    step.type === 'answer' && (
      <AnswerFactsSlot
        component={component}
        access={facts}
        code={code}
        sections={sections}
        hasButtons={step.answer.buttons.length > 0}
        message={step.answer.message_markdown}
        isRestored={step.isRestored}
        hasLeft={hasLeft}
        onCorrect={flow.correct}
        onFollowUp={(answer) => emit('onFollowUp', { ...flow.state(), answer })}
      />
    )
  const renderWithOfficialUrl = (children: OfficialSlotProps['children']) => (
    <OfficialSlot access={facts} code={code} url={officialUrl}>
      {children}
    </OfficialSlot>
  )
  switch (step.type) {
    case 'form':
      return null
    case 'sending':
      return <Sending />
    case 'answer':
      return (
        <Answer
          answer={step.answer}
          receivedAt={step.receivedAt}
          linkTarget={props.linkTarget ?? (window.top === window ? '_self' : '_blank')}
          settings={ready}
          values={registration.form.getValues()}
          sandbox={ready?.features.sandbox ?? false}
          clickHandling={{
            onClick({ button, destinationHost, expired, preventDefault }) {
              if (!expired) clickedStep.current = step
              const method = getMethod(button.message_text)
              emit('onAction', {
                ...flow.state(),
                primary: button.primary,
                ...(method !== undefined && { method }),
                destinationHost,
                expired,
                preventDefault,
              })
            },
            reportClick: client.report,
            onTracked: (detail) => emit('onTrack', detail),
          }}
          loadSites={loadSites}
          onRequestNewLink={sendAgain}
          onCorrect={flow.correct}
          onStartOver={onStartOver}
          sections={sections}
          question={renderFacts('DidYouFinish')}
          dates={renderFacts('AnswerDates')}
          documents={renderFacts('AnswerDocuments')}
        >
          {renderFacts('AnswerFacts')}
        </Answer>
      )
    case 'not-sent':
      return renderWithOfficialUrl((url) => (
        <NotSentScreen
          {...step}
          officialUrl={url}
          onRetry={sendAgain}
          onAutomaticRetry={sendBySelf}
          onBack={() => back()}
        />
      ))
    case 'outcome-unknown':
      return renderWithOfficialUrl((url) => (
        <OutcomeUnknown {...step} officialUrl={url} onSendAgain={sendAgain} onBack={() => back(step)} />
      ))
    default:
      return step satisfies never
  }
}

/** Has no buttons, which could send twice or lose the answer. */
export function Sending() {
  const { sending } = useFormContext().t
  return (
    <div className="vr-screen">
      <Heading takesFocus>{sending.heading}</Heading>
      <div className="vr-progress" aria-hidden="true" />
      <p>{sending.text}</p>
    </div>
  )
}

/** Infers the method from the button's English label; the service does not send it otherwise. */
function getMethod(label: string): 'online' | 'mail' | undefined {
  if (/\bmail\b|\bprint/i.test(label)) return 'mail'
  return /\bonline\b/i.test(label) ? 'online' : undefined
}
