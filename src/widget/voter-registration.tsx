'use client'
/** The widget: one screen for each step of the voter's story. */
import { type ForwardedRef, forwardRef, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'
import { cleanTracking } from '../contract/campaign.ts'
import { isOlder } from '../contract/compare-version.ts'
import { isStateCode, type StateCode } from '../contract/states.ts'
import { useBrowserEffect } from './browser-effect.ts'
import { useFactsAccess } from './civic/use-facts-access.ts'
import { createTell, type Tell } from './emit-callback.ts'
import { useStory } from './flow/use-registration-flow.ts'
import { RegistrationForm } from './form/registration-form.tsx'
import { useInitialValues } from './form/use-initial-values.ts'
import { useRegistrationForm } from './form/use-registration-form.ts'
import { restOfForm } from './load-rest-of-form.ts'
import type { Words } from './messages/catalogue.ts'
import { useWords } from './messages/use-catalogue.ts'
import { useEnglishMarks } from './messages/use-english-marks.ts'
import type { VoterRegistrationHandle, VoterRegistrationProps } from './options.ts'
import { rootAttributes } from './root-attributes.ts'
import { preloadAnswerMarkdown } from './screens/answer-markdown-lazy.tsx'
import { SafetyNet } from './screens/error-boundary.tsx'
import { Broken } from './screens/error-fallback.tsx'
import { levelBelow } from './screens/heading.tsx'
import { NotSent } from './screens/not-sent.tsx'
import { Sending } from './screens/sending.tsx'
import { shownWording } from './shown-wording.ts'
import { useReadableColors } from './styles/use-readable-colors.ts'
import { useClient } from './use-client.ts'
import { useHandle } from './use-handle.ts'
import { useInstanceId } from './use-instance-id.ts'
import { useLatest } from './use-latest.ts'
import { useRestOfForm } from './use-rest-of-form.ts'
import { useScreenFocus } from './use-screen-focus.ts'
import { type SettingsState, useSettings } from './use-settings.ts'
import { version } from './version.ts'

/**
 * The voter-registration form. Renders on a server too; several may stand on a page.
 *
 * @example <VoterRegistration apiBase="https://register.partner.example/api" />
 */
export const VoterRegistration = forwardRef<VoterRegistrationHandle, VoterRegistrationProps>(
  function VoterRegistration(props, handle) {
    const root = useRef<HTMLDivElement>(null)
    const instanceId = useInstanceId(root, props.instanceId)
    const latest = useLatest(props)
    const tell = useMemo(
      () =>
        createTell(
          () => latest.current,
          () => {
            const { partner, ...wishes } = latest.current
            const tracking = cleanTracking(wishes.tracking)
            return { instanceId, ...(partner !== undefined && { partner }), version, ...(tracking && { tracking }) }
          },
        ),
      [instanceId, latest],
    )
    const spoken = useRef<Words>(undefined)
    const onWords = useCallback((words: Words) => {
      spoken.current = words
    }, [])
    const fallback = props.fallback ?? <Broken spoken={spoken} officialUrl={props.officialUrl} />
    return (
      <SafetyNet fallback={fallback} onBroken={() => tell('onError', { code: 'broken', retryable: false })}>
        <Widget props={props} handle={handle} root={root} instanceId={instanceId} tell={tell} onWords={onWords} />
      </SafetyNet>
    )
  },
)

interface WidgetProps {
  props: VoterRegistrationProps
  handle: ForwardedRef<VoterRegistrationHandle>
  root: RefObject<HTMLDivElement | null>
  instanceId: string
  tell: Tell
  /** The texts, for what is left should the form break. */
  onWords: (words: Words) => void
}

function Widget({ props, handle, root, instanceId, tell, onWords }: WidgetProps) {
  const { apiBase, headingLevel = 2, linkTarget = '_self', appearance = {} } = props
  const latest = useLatest(props)
  const client = useClient(apiBase, latest)
  const { words, stage } = useWords(root, client, props)
  const { state, reload } = useSettings(client, props.settings)
  // Nobody is to agree to a wording that makes room for another one in the same moment.
  const settings: SettingsState = stage === 'loading' && state.type === 'ready' ? { type: 'loading' } : state
  const ready = settings.type === 'ready' ? settings.settings : undefined
  const isTooOld = isOlder(version, ready?.least_form_version)
  const officialUrl = ready?.official_site?.url ?? props.officialUrl
  const facts = useFactsAccess(apiBase, ready, latest)

  const wording = useLatest(shownWording(settings, words.language, props.subscriberOptIn ?? true))
  const initial = useInitialValues(props.prefill, props.plain?.values)
  const registration = useRegistrationForm(initial.values, wording, readClock, props.plain?.found)
  const reportState = useCallback(() => latest.current.reportState ?? true, [latest])
  const story = useStory({ client, registration, wording, tell, reportState, reloadSettings: reload, now: readClock })
  const { step } = story

  const code = chosenState(registration.form.getValues('state'))
  const askSites = useMemo(() => (code === undefined ? undefined : () => client.sites(code)), [client, code])

  const status = useRef<HTMLDivElement>(null)
  const announce = useCallback((text: string) => {
    if (status.current !== null) status.current.textContent = text
  }, [])
  useScreenFocus(root, step.type)
  useRestOfForm(root)
  useReadableColors(root, appearance)
  useEnglishMarks(root, words)
  useEffect(() => {
    announce(step.type === 'sending' ? words.sending.heading : '')
  }, [step.type, words, announce])
  useEffect(() => onWords(words), [onWords, words])
  const isSettled = stage === 'settled' && !isTooOld
  useReady(isSettled, () => props.onSettled?.())
  useReady(isSettled && ready !== undefined, () =>
    tell('onReady', {
      locale: words.language,
      mode: ready?.features.sandbox === true ? 'sandbox' : 'live',
    }),
  )
  useEffect(() => {
    if (settings.type === 'failed') tell('onError', { code: 'settings_unavailable', retryable: true })
    if (isTooOld) tell('onError', { code: 'upgrade_required', retryable: false })
  }, [settings.type, isTooOld, tell])

  const hasStarted = useRef(false)
  const onStart = useCallback(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    void preloadAnswerMarkdown()
    tell('onStart', {})
  }, [tell])

  const reset = (reason: 'user' | 'api') => {
    story.reset()
    facts?.regions.clear()
    registration.begin(initial.again())
    hasStarted.current = false
    tell('onReset', { reason })
  }
  useHandle(handle, {
    root,
    instanceId,
    step,
    status: isTooOld ? 'error' : settings.type === 'loading' ? 'loading' : 'form',
    registration,
    initial,
    reset,
  })
  useAutoFocus(props.autoFocus === true, root)

  if (step.type === 'form' && isTooOld) {
    return props.fallback ?? <Broken spoken={{ current: words }} officialUrl={officialUrl} isTooOld />
  }

  const shared = { words, headingLevel, officialUrl }
  // Nothing is sent before it is there, so it is there when something has come of that.
  const rest = restOfForm.loaded()
  const form = (
    <div ref={root} {...rootAttributes(props, words)} data-instance={instanceId} data-step={step.type}>
      {step.type === 'form' && (
        <RegistrationForm
          key={initial.round}
          form={registration.form}
          initial={initial.values}
          words={words}
          instanceId={instanceId}
          headingLevel={headingLevel}
          settings={settings}
          subscriberOptIn={props.subscriberOptIn ?? true}
          consentExtra={props.consentExtra}
          plain={props.plain}
          facts={facts}
          messages={props.messages}
          problems={registration.problems}
          checkAgain={registration.checkAgain}
          announce={announce}
          now={readClock}
          onStart={onStart}
          onSubmit={story.submit}
          onReloadSettings={reload}
        />
      )}
      {step.type === 'sending' && <Sending words={words} headingLevel={headingLevel} />}
      {step.type === 'answer' && rest !== undefined && (
        <rest.Answer
          {...shared}
          answer={step.answer}
          receivedAt={step.receivedAt}
          uiLanguage={words.language}
          linkTarget={linkTarget}
          sandbox={ready?.features.sandbox ?? false}
          onPress={({ button, destinationHost, expired, preventDefault }) =>
            tell('onAction', { ...story.state(), primary: button.primary, destinationHost, expired, preventDefault })
          }
          reportPress={client.report}
          askSites={askSites}
          onTracked={(detail) => tell('onTrack', detail)}
          onFreshLink={story.sendAgain}
          onStartOver={() => reset('user')}
        >
          <rest.AnswerFactsSlot
            access={facts}
            code={code}
            hasButtons={step.answer.buttons.length > 0}
            message={step.answer.message_markdown}
            messages={props.messages}
            formWords={words}
            headingLevel={levelBelow(headingLevel)}
            now={readClock}
          />
        </rest.Answer>
      )}
      {step.type === 'not-sent' && (
        <NotSent
          {...shared}
          code={step.code}
          reference={step.reference}
          retryAt={step.retryAt}
          announce={announce}
          onRetry={story.retry}
          onBack={story.back}
        />
      )}
      {step.type === 'may-have-been-sent' && rest !== undefined && (
        <rest.MayHaveBeenSent {...shared} reference={step.reference} onSendAgain={story.sendAgain} />
      )}
      {/* There from the start, or screen readers miss the first thing that is said in it. */}
      <div ref={status} role="status" className="vr-visually-hidden" />
    </div>
  )
  return (
    <>
      {form}
      {props.beside?.(words)}
    </>
  )
}

function readClock(): Date {
  return new Date()
}

function chosenState(value: string): StateCode | undefined {
  return isStateCode(value) ? value : undefined
}

/** Runs once, when it is so; StrictMode's second run is not another one. */
function useReady(isReady: boolean, onReady: () => void): void {
  const latest = useLatest(onReady)
  const isTold = useRef(false)
  // Before anything can be seen: the page hears of a form that is ready before it hears of a voter who has started.
  useBrowserEffect(() => {
    if (!isReady || isTold.current) return
    isTold.current = true
    latest.current()
  }, [isReady, latest])
}

/** Once, on mount, and only where the page asked for it. */
function useAutoFocus(isWanted: boolean, root: RefObject<HTMLElement | null>): void {
  const wanted = useRef(isWanted)
  useEffect(() => {
    if (!wanted.current) return
    wanted.current = false
    root.current?.querySelector<HTMLElement>('form select, form input')?.focus({ preventScroll: true })
  }, [root])
}
