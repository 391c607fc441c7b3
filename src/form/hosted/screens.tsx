/** The screens after a form was sent without scripts, and the page's own screens. */
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { EncryptedAnswer, Settings } from '../../contract/bff-api.ts'
import { findOfficialUrl, type StateFacts } from '../../contract/civic-data/state-facts.ts'
import type { Clock } from '../../contract/clock.ts'
import type { PageVariables } from '../../contract/page-interface.ts'
import { partnerPath } from '../../contract/routes.ts'
import { isStateCode, type StateCode } from '../../contract/states.ts'
import { FactsList } from '../widget/facts/facts-list.tsx'
import { CollapsedFacts } from '../widget/facts/facts-panel.tsx'
import { AnswerFactsSlot } from '../widget/facts/facts-slot.tsx'
import { createFactsAccess, useFactsContext } from '../widget/facts/use-state-facts.ts'
import type { SubmitResult } from '../widget/flow/bff-client.ts'
import { type FormValues, formFields } from '../widget/form/fields.ts'
import { FormContext, type FormContextValue, ownContext } from '../widget/form-context.ts'
import type { FactsAccess } from '../widget/lazy-parts.ts'
import { Answer } from '../widget/screens/answer.tsx'
import { serviceTexts } from '../widget/screens/answer-text.tsx'
import { ExpiredLink } from '../widget/screens/confirm.tsx'
import { NotSentScreen, OutcomeUnknown } from '../widget/screens/not-sent.tsx'
import { Button, Heading, OfficialLink, type PostAction } from '../widget/screens/ui.tsx'
import { getRootAttributes } from '../widget/use-root.ts'
import { fieldNames } from './form-post.ts'
import { type PageQuery, writePageQuery } from './page-query.ts'

export interface ScreenProps {
  visitor: PageQuery
  /** The posted values, which every button posts again. They are never in a URL. */
  values: FormValues
  formKey: string
  /** An attempt with an unknown outcome, which the next attempt queries first. */
  unknownAttempt?: string | undefined
  ticket?: string | undefined
  wording: string
  officialUrl: string | undefined
  /** Whether the service is a sandbox. */
  isPractice: boolean
}

const sendButton: PostAction = { type: 'submit', name: fieldNames.act, value: 'send' }
const editButton: PostAction = { ...sendButton, value: 'edit' }
export const linkToEmptyForm = (visitor: PageQuery) => ({ href: `form?${writePageQuery(visitor)}` })

function Screen(props: ScreenProps & { step: string; clock?: Clock; children: ReactNode }) {
  const { visitor, values, formKey, unknownAttempt, ticket, wording, step, children, isPractice } = props
  const { officialUrl, clock = ownContext.clock } = props
  const { words, theme, idleSeconds } = visitor
  const texts = formFields.map((field) => {
    const value = values[field]
    return [field, typeof value === 'string' ? value : value ? 'on' : ''] as const
  })
  const fields = [
    ...texts.filter(([, value]) => value !== ''),
    // Confirmed before the form was sent.
    [fieldNames.year, values.birthYear],
    [fieldNames.key, formKey],
    [fieldNames.unknownAttempt, unknownAttempt],
    [fieldNames.ticket, ticket],
    [fieldNames.wording, wording],
    [fieldNames.visitor, writePageQuery(visitor)],
  ] as const
  const context: FormContextValue = {
    ...ownContext,
    t: words,
    headingLevel: 1,
    isKiosk: idleSeconds !== undefined,
    officialUrl,
    // No time passes on a static screen.
    clock,
    monotonicClock: { now: () => 0 },
  }
  return (
    <FormContext.Provider value={context}>
      <div {...getRootAttributes({ appearance: { theme } }, words)} data-step={step}>
        <form method="post" action={partnerPath('form', visitor.partner)}>
          {fields.map(
            ([name, value]) =>
              value !== undefined && <input key={name} type="hidden" name={name} value={value} autoComplete="off" />,
          )}
          {children}
        </form>
        {isPractice && step !== 'answer' && <p className="vr-notice vr-practice">{words.form.sandbox}</p>}
      </div>
    </FormContext.Provider>
  )
}

interface AnswerScreenProps extends ScreenProps {
  answer: EncryptedAnswer
  settings: Settings
  clickTokens: readonly string[]
  loadedFacts: LoadedFacts | undefined
  now: number
}

const sections = 'vr-'

/** The result. Each click goes through the BFF, which reports it. */
export function AnswerScreen(props: AnswerScreenProps) {
  const {
    visitor,
    values,
    answer,
    settings,
    clickTokens,
    loadedFacts,
    officialUrl,
    isPractice,
    now: currentTime,
  } = props
  const { words, isFramed } = visitor
  const code = isStateCode(values.state) ? values.state : undefined
  const showFacts = (shows: 'AnswerDates' | 'AnswerDocuments' | 'AnswerFacts') => (
    <AnswerFactsSlot
      component={shows}
      access={loadedFacts?.access}
      code={code}
      sections={sections}
      hasButtons={answer.buttons.length > 0}
      message={answer.message_markdown}
      isStatic
      isRestored={false}
      hasLeft={() => false}
      onCorrect={() => undefined}
    />
  )
  return (
    <Screen {...props} step="answer" clock={{ now: () => currentTime }}>
      <Answer
        sections={sections}
        dates={showFacts('AnswerDates')}
        documents={showFacts('AnswerDocuments')}
        onRequestNewLink={sendButton}
        onCorrect={editButton}
        onStartOver={linkToEmptyForm(visitor)}
        answer={answer}
        receivedAt={0}
        linkTarget={isFramed ? '_blank' : '_self'}
        settings={settings}
        values={values}
        sandbox={isPractice}
        timeZone="UTC"
        clickHandling={(button) => {
          const value = clickTokens[answer.buttons.indexOf(button)] ?? ''
          return { type: 'submit', name: fieldNames.clickToken, value }
        }}
      >
        {showFacts('AnswerFacts')}
        {loadedFacts && <CheckLink {...loadedFacts} />}
        {/* For print: the URLs of the buttons are personal and expire. */}
        {code === undefined && (
          <div className="vr-sheet vr-markdown">
            <OfficialLink url={officialUrl} text={words.answer.officialLink} />
          </div>
        )}
      </Answer>
    </Screen>
  )
}

/** Links to the state's page for checking a registration; with scripts, the follow-up question links to it. */
function CheckLink({ facts: { facts } }: LoadedFacts) {
  const look = useFactsContext(serviceTexts)
  return <FactsList facts={facts.filter(({ slug }) => slug === 'gov_tool_verify')} context={look} />
}

/** The screen after a click on a button whose link has expired. Nothing is reported. */
export function ExpiredScreen(props: ScreenProps & { label: string }) {
  const { answer } = props.visitor.words
  return (
    <Screen {...props} step="answer">
      <div className="vr-screen vr-answer">
        <Heading>{answer.heading}</Heading>
        <ExpiredLink onRequestNewLink={sendButton} label={props.label} />
        <p>
          <Button kind="plain" action={linkToEmptyForm(props.visitor)}>
            {answer.startOver}
          </Button>
        </p>
      </div>
    </Screen>
  )
}

type UnansweredOutcome = Extract<SubmitResult, { type: 'not-sent' | 'outcome-unknown' }>

/** Either nothing was sent, and a retry posts the same key, or the outcome is unknown, and a second attempt has its own key. The
 *  wait is static. */
export function UnansweredScreen({ outcome, ...screen }: ScreenProps & { outcome: UnansweredOutcome }) {
  const { officialUrl } = screen
  return (
    <Screen {...screen} step={outcome.type}>
      {outcome.type === 'outcome-unknown' ? (
        <OutcomeUnknown officialUrl={officialUrl} reference={outcome.reference} onSendAgain={sendButton} />
      ) : (
        <NotSentScreen
          {...outcome}
          {...(outcome.retryAfterMs !== undefined && { retryAt: outcome.retryAfterMs })}
          officialUrl={officialUrl}
          onRetry={sendButton}
          onBack={editButton}
        />
      )}
    </Screen>
  )
}

interface LinkScreenProps {
  visitor: PageQuery
  heading: string
  text?: string
  children: ReactNode
}

export function LinkScreen({ visitor: { words }, heading, text, children }: LinkScreenProps) {
  return (
    <div className="vr-root" lang={words.language} dir={words.direction}>
      <div className="vr-screen">
        <h1 className="vr-heading">{heading}</h1>
        {text !== undefined && <p>{text}</p>}
        <p>{children}</p>
      </div>
    </div>
  )
}

export interface LoadedFacts {
  code: StateCode
  facts: StateFacts
  access: FactsAccess
}

/** Returns `undefined` for an invalid state, and if the facts do not arrive in time. */
export async function loadFacts(
  state: string,
  { pageOptions, pagePartner: { settings } }: PageVariables,
): Promise<LoadedFacts | undefined> {
  if (!isStateCode(state)) return undefined
  const facts = await pageOptions.findFacts(state)
  return facts && { code: state, facts, access: createFactsAccess(state, facts, settings.features.sandbox) }
}

/** Returns the URL of the state's official page, else of the operator's official site. */
export async function getOfficialUrl(state: string, page: PageVariables): Promise<string | undefined> {
  const loadedFacts = await loadFacts(state, page)
  return (loadedFacts && findOfficialUrl(loadedFacts.facts)) ?? page.pagePartner.settings.official_site?.url
}

/** Returns HTML of the facts above the form, collapsed to one line; in print they are expanded, without the form. The script removes
 *  it, since the form shows them. */
export function renderFacts(loadedFacts: LoadedFacts | undefined, visitor: PageQuery, currentTime: number): string {
  if (loadedFacts === undefined) return ''
  // Rendered separately from the form, so it needs its own ids.
  const context = { ...ownContext, t: visitor.words, clock: { now: () => currentTime } }
  return renderToString(
    <FormContext.Provider value={context}>
      <FactsAbove {...loadedFacts} visitor={visitor} />
    </FormContext.Provider>,
    { identifierPrefix: 'facts' },
  )
}

/** Static: shows the values of the whole state. */
function FactsAbove({ code, facts, access, visitor }: LoadedFacts & { visitor: PageQuery }) {
  const { words, theme } = visitor
  const look = useFactsContext(serviceTexts)
  return (
    <div {...getRootAttributes({ appearance: { theme } }, words)} id="facts">
      <CollapsedFacts
        access={access}
        code={code}
        facts={facts}
        region={undefined}
        asksRegion={false}
        context={look}
        hasSiteNotice
      >
        {facts.regions.length > 0 && <p className="vr-hint">{look.t.region.notSureMeans}</p>}
      </CollapsedFacts>
    </div>
  )
}
