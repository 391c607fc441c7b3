/** The widget's screens after a form was sent, for browsers without scripts: their buttons post, or are links. */
import type { SealedAnswer, Settings } from '../../../contract/bff-api.ts'
import { isStateCode } from '../../../contract/states.ts'
import { FactsList } from '../../widget/facts/facts-list.tsx'
import { AnswerFactsSlot } from '../../widget/facts/facts-slot.tsx'
import { useFactsLook } from '../../widget/facts/use-state-facts.ts'
import type { RegistrationOutcome } from '../../widget/flow/bff-client.ts'
import { Answer } from '../../widget/screens/answer.tsx'
import { serviceTexts } from '../../widget/screens/answer-text.tsx'
import { Button } from '../../widget/screens/button.tsx'
import { ExpiredLink } from '../../widget/screens/expired-link.tsx'
import type { Clock } from '../../widget/screens/expiry.ts'
import { Heading } from '../../widget/screens/heading.tsx'
import { MayHaveBeenSent } from '../../widget/screens/may-have-been-sent.tsx'
import { NotSent } from '../../widget/screens/not-sent.tsx'
import { OfficialLink } from '../../widget/screens/official-link.tsx'
import { type PageQuery, writePageQuery } from '../page-query.ts'
import { hidden } from '../parse-form-body.ts'
import type { KnownFacts } from './known-facts.tsx'
import { post, Screen, type ScreenProps } from './screen.tsx'

/** The address of the empty form. */
const emptyForm = ({ visitor }: ScreenProps) => ({ href: `form?${writePageQuery(visitor)}` })

/** The answer screen's further props. `sealedButtons` are the answer's buttons, sealed, in their order. */
export interface AnswerScreenProps extends ScreenProps {
  answer: SealedAnswer
  settings: Settings
  sealedButtons: readonly string[]
  /** The facts of the voter's state, where there are any. */
  known: KnownFacts | undefined
  /** Milliseconds since 1970. */
  now: number
}

/** The beginning of the ids of the answer's sections. */
const sections = 'vr-'

/** The answer. Each press goes through the BFF, which reports it. */
export function AnswerScreen(props: AnswerScreenProps) {
  const { visitor, values, answer, settings, sealedButtons, known, officialUrl, isPractice, now } = props
  const { words, messages, isFramed, idleSeconds } = visitor
  const code = isStateCode(values.state) ? values.state : undefined
  // As of the moment when the answer is shown: no time has passed.
  const clock: Clock = { wall: () => now, monotonic: () => 0 }
  const factsAt = (shows: 'AnswerDates' | 'AnswerBring' | 'AnswerFacts') => (
    <AnswerFactsSlot
      shows={shows}
      access={known?.access}
      code={code}
      sections={sections}
      hasButtons={answer.buttons.length > 0}
      message={answer.message_markdown}
      officialUrl={officialUrl}
      messages={messages}
      formWords={words}
      headingLevel={2}
      now={() => new Date(now)}
      isShared={idleSeconds !== undefined}
      isStatic
      isBack={false}
      hasGoneOn={() => false}
      onCorrect={() => undefined}
    />
  )
  return (
    <Screen {...props} step="answer">
      <Answer
        sections={sections}
        dates={factsAt('AnswerDates')}
        bring={factsAt('AnswerBring')}
        onFreshLink={post('send')}
        onCorrect={post('edit')}
        onStartOver={emptyForm(props)}
        answer={answer}
        receivedAt={0}
        clock={clock}
        words={words}
        headingLevel={1}
        linkTarget={isFramed ? '_blank' : '_self'}
        officialUrl={officialUrl}
        settings={settings}
        given={values}
        sandbox={isPractice}
        timeZone="UTC"
        press={(button) => ({
          type: 'submit',
          name: hidden.way,
          value: sealedButtons[answer.buttons.indexOf(button)] ?? '',
        })}
      >
        {factsAt('AnswerFacts')}
        {known && <CheckLink known={known} visitor={visitor} />}
        {/* For paper: the addresses of the buttons are the voter's own and expire. */}
        {code === undefined && (
          <div className="vr-sheet vr-markdown">
            <OfficialLink url={officialUrl} text={words.answer.officialLink} />
          </div>
        )}
      </Answer>
    </Screen>
  )
}

/** Where voters can check later whether they are registered: with scripts, the question to a voter who comes back leads there. */
function CheckLink({ known: { facts }, visitor }: { known: KnownFacts; visitor: PageQuery }) {
  const { words, messages } = visitor
  const look = useFactsLook({ formWords: words, messages, headingLevel: 2, ...serviceTexts })
  return <FactsList facts={facts.facts.filter(({ slug }) => slug === 'gov_tool_verify')} look={look} />
}

/** The screen after a press of a button that expired meanwhile. Nothing is reported, and there is no redirect. */
export function ExpiredScreen(props: ScreenProps & { label: string }) {
  const { answer } = props.visitor.words
  return (
    <Screen {...props} step="answer">
      <div className="vr-screen vr-answer">
        <Heading level={1}>{answer.heading}</Heading>
        <ExpiredLink onFreshLink={post('send')} label={props.label} words={answer} />
        <p>
          <Button kind="plain" press={emptyForm(props)}>
            {answer.startOver}
          </Button>
        </p>
      </div>
    </Screen>
  )
}

interface OutcomeProps<Type extends RegistrationOutcome['type']> extends ScreenProps {
  outcome: Extract<RegistrationOutcome, { type: Type }>
}

/** The service certainly does not have the registration. A retry posts the same form under the same key. There is no
 *  countdown here: the wait is shown as it was. */
export function NotSentScreen({ outcome, ...screen }: OutcomeProps<'not-sent'>) {
  const { retryAfterMs: retryAt } = outcome
  return (
    <Screen {...screen} step={outcome.type}>
      <NotSent
        {...outcome}
        {...(retryAt !== undefined && { retryAt })}
        now={() => 0}
        words={screen.visitor.words}
        headingLevel={1}
        officialUrl={screen.officialUrl}
        onRetry={post('send')}
        onBack={post('edit')}
      />
    </Screen>
  )
}

/** It is unknown whether the service has the registration. A second attempt has its own key. */
export function MayHaveBeenSentScreen({ outcome, ...screen }: OutcomeProps<'may-have-been-sent'>) {
  return (
    <Screen {...screen} step={outcome.type}>
      <MayHaveBeenSent
        words={screen.visitor.words}
        headingLevel={1}
        officialUrl={screen.officialUrl}
        reference={outcome.reference}
        onSendAgain={post('send')}
      />
    </Screen>
  )
}
