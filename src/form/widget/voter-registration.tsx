'use client'
/** The widget, for all entry points, which provide the lazy parts: see `lazy-parts.ts`. */
import {
  type ForwardedRef,
  forwardRef,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLatest } from './effects.ts'
import { formErrors, type Step } from './flow/flow-reducer.ts'
import { useRegistrationFlow } from './flow/use-registration-flow.ts'
import { useScreenFocus } from './focus.ts'
import { useDraft } from './form/draft-store.ts'
import { type FormStep, formFields } from './form/fields.ts'
import { LanguageContext, useLanguageChoice } from './form/languages.tsx'
import { RegistrationForm } from './form/registration-form.tsx'
import { useStepHistory } from './form/steps.ts'
import { FormContext, ownContext, useFormContext } from './form-context.ts'
import { useKeptAnswer } from './history-entry.ts'
import { KioskTimer } from './kiosk.tsx'
import { LazyPartsContext } from './lazy-parts.ts'
import { type Words, wordsIn } from './messages/catalog.ts'
import { parseIdleSeconds, type ResetReason, type VoterRegistrationHandle } from './options.ts'
import { createEmit, type Emit, forgetAddress, noOwnNames } from './page-address.ts'
import { StepScreen } from './screens/step-screen.tsx'
import { ErrorBoundary, OfficialLink } from './screens/ui.tsx'
import { useHandle } from './use-handle.ts'
import { rootAttributes, useInstanceId } from './use-root.ts'
import { useWidget, type WidgetDeps } from './use-widget.ts'
import type { InternalFormProps } from './voter-registration-props.ts'

/** The widget in the page's own document. Renders on a server too; a page may have several. */
export const VoterRegistration = forwardRef<VoterRegistrationHandle, InternalFormProps>(
  function VoterRegistration(given, handle) {
    const root = useRef<HTMLDivElement>(null)
    const instanceId = useInstanceId(root, given.instanceId)
    const [props, choice] = useLanguageChoice(given, root, instanceId)
    const latest = useLatest(props)
    const [ownNames] = useState(noOwnNames)
    const emit = useMemo(() => createEmit(latest, instanceId, ownNames), [latest, instanceId, ownNames])
    const spoken = useRef<Words>(undefined)
    const onWords = useCallback((words: Words) => {
      spoken.current = words
    }, [])
    const fallback = props.fallback ?? <ErrorFallback spoken={spoken} officialUrl={props.officialUrl} />
    return (
      <ErrorBoundary
        fallback={fallback}
        onBroken={() => emit('onError', { code: 'broken', retryable: false, message: formErrors.broken })}
      >
        <LanguageContext.Provider value={choice}>
          <Widget
            props={props}
            handle={handle}
            root={root}
            instanceId={instanceId}
            emit={emit}
            ownNames={ownNames}
            onWords={onWords}
          />
        </LanguageContext.Provider>
      </ErrorBoundary>
    )
  },
)

interface WidgetProps extends WidgetDeps {
  handle: ForwardedRef<VoterRegistrationHandle>
  root: RefObject<HTMLDivElement | null>
  instanceId: string
  onWords: (words: Words) => void
}

/** Holds messages, settings, the form's values and the context. */
function Widget({ props, handle, root, instanceId, emit, ownNames, onWords }: WidgetProps) {
  const status = useRef<HTMLDivElement>(null)
  const announce = useCallback((text: string) => {
    if (status.current !== null) status.current.textContent = text
  }, [])
  const widget = useWidget({ props, root, emit, ownNames })
  const { words, officialUrl } = widget
  useEffect(() => onWords(words), [onWords, words])
  const { onWords: onPageWords, headingLevel = 2 } = props
  useEffect(() => onPageWords?.(words), [onPageWords, words])
  const idleSeconds = parseIdleSeconds(props.kiosk)
  const isKiosk = idleSeconds !== undefined
  const context = useMemo(
    () => ({ ...ownContext, t: words, headingLevel, instanceId, isKiosk, announce, officialUrl }),
    [words, headingLevel, instanceId, isKiosk, announce, officialUrl],
  )
  return (
    <FormContext.Provider value={context}>
      <Screens
        props={props}
        handle={handle}
        root={root}
        attributes={rootAttributes(props, words)}
        status={status}
        widget={widget}
        emit={emit}
        idleSeconds={idleSeconds}
      />
    </FormContext.Provider>
  )
}

interface ScreensProps extends Pick<WidgetProps, 'props' | 'handle' | 'root' | 'emit'> {
  attributes: ReturnType<typeof rootAttributes>
  status: RefObject<HTMLDivElement | null>
  widget: ReturnType<typeof useWidget>
  idleSeconds: number | undefined
}

/** The form and the other screens. Only this component renders when the screen changes. */
function Screens({ props, handle, root, attributes, status, widget, emit, idleSeconds }: ScreensProps) {
  const { words, stage, settings, ready, isTooOld, officialUrl, registration, facts } = widget
  const { instanceId, isKiosk: isShared, clock } = useFormContext()
  const { steps, place, form } = registration
  // An outdated form is not shown, like that of an unknown partner.
  const isUnusable = isTooOld || settings.type === 'partner-unknown'
  const { reportState = true } = props
  const flow = useRegistrationFlow({ ...widget, isUnusable, emit, reportState, clock })
  const { step } = flow
  const screen = step.type === 'form' ? place.at : step.type
  useScreenFocus(root, screen, { isEnabled: props.autoFocus === true, isSettled: stage === 'settled' })
  useScreenStatus(root, step, screen)

  const [hasStarted, onStart, forgetStart] = useStart(step, isShared, emit)
  // Includes input from before hydration.
  const isTyped = () => props.noScript !== undefined && formFields.some((field) => form.getValues(field))
  const draft = useDraft(props, { root, registration, isKiosk: isShared, step, hasStarted, onStart })
  useStepHistory({ root, instanceId, registration, flow, isShared, noScript: props.noScript, emit })
  useKeptAnswer({
    client: widget.client,
    instanceId,
    isShared,
    isReady: settings.type === 'ready',
    step,
    hasStarted,
    onKept: flow.restore,
  })

  const { choose } = useContext(LanguageContext)
  // The URL's values belong to the previous voter.
  const isAnother = useRef(false)
  const reset = (reason: ResetReason) => {
    if (reason === 'idle' || reason === 'restored') {
      isAnother.current = true
      forgetAddress()
    }
    if (isShared) choose(undefined)
    flow.reset()
    facts?.regions.clear()
    const fromAddress = isAnother.current ? undefined : props.addressPrefill
    registration.begin({ prefill: { ...fromAddress, ...props.prefill } })
    forgetStart()
    draft.clear()
    emit('onReset', { reason })
  }
  const formStatus = isUnusable ? 'error' : settings.type === 'loading' ? 'loading' : 'form'
  useHandle(handle, {
    root,
    instanceId,
    step,
    status: formStatus,
    registration,
    prefillOff: ready?.prefill_disabled_states,
    reset,
  })

  if (step.type === 'form' && isUnusable) {
    const why = isTooOld ? 'too-old' : 'partner-unknown'
    return props.fallback ?? <ErrorFallback spoken={{ current: words }} officialUrl={officialUrl} why={why} />
  }
  const state = { ...widget, flow }
  return (
    <>
      <div
        ref={root}
        {...attributes}
        data-instance={instanceId}
        data-step={step.type}
        data-form-step={steps.length > 1 && step.type === 'form' ? place.at : undefined}
      >
        {step.type === 'form' ? (
          <RegistrationForm
            key={registration.initial.round}
            props={props}
            widget={state}
            readFields={draft.readFields}
            onStart={onStart}
            onAway={forgetStart}
            emit={emit}
          />
        ) : (
          <StepScreen props={props} widget={state} emit={emit} onStartOver={() => reset('user')} />
        )}
        {/* Below the screen, since it appears late. The first screen and the answer show their own. */}
        {ready?.features.sandbox === true && screen !== steps[0] && step.type !== 'answer' && (
          <p className="vr-notice vr-practice">{words.form.sandbox}</p>
        )}
        {/* Must exist from the start, or screen readers miss the first announcement. */}
        <div ref={status} role="status" className="vr-visually-hidden" />
      </div>
      {idleSeconds !== undefined && (
        <KioskTimer
          root={root}
          idleSeconds={idleSeconds}
          appearance={props.appearance}
          hasInput={() => (step.type === 'form' ? hasStarted.current || isTyped() : step.type !== 'sending')}
          onEmpty={reset}
        />
      )}
    </>
  )
}

/** On the first input: emits `onStart`, asks before the page is left, and loads the Markdown renderer of the answer. */
function useStart({ type }: Step, isShared: boolean, emit: Emit) {
  const hasStarted = useRef(false)
  const { answerMarkdown } = useContext(LazyPartsContext)
  const askToStay = useCallback((event: BeforeUnloadEvent) => {
    event.preventDefault()
    // Older browsers only ask when a value is set.
    event.returnValue = true
  }, [])
  // An answer already has the values; kiosk mode stores nothing.
  const canLose = !isShared && (type === 'form' || type === 'sending' || type === 'not-sent')
  useEffect(() => {
    if (!canLose) return undefined
    // Only if needed: some browsers exclude pages with this listener from the back/forward cache.
    if (hasStarted.current) window.addEventListener('beforeunload', askToStay)
    return () => window.removeEventListener('beforeunload', askToStay)
  }, [canLose, askToStay])
  const onStart = useCallback(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    if (!isShared) window.addEventListener('beforeunload', askToStay)
    // Load it before the answer arrives.
    void answerMarkdown?.load()
    emit('onStart', {})
  }, [emit, answerMarkdown, isShared, askToStay])
  const forgetStart = () => {
    hasStarted.current = false
    window.removeEventListener('beforeunload', askToStay)
  }
  return [hasStarted, onStart, forgetStart] as const
}

/** Announces a new screen, since its heading is not announced when the focused button is removed. */
function useScreenStatus(root: RefObject<HTMLDivElement | null>, step: Step, screen: FormStep | Step['type']) {
  const { announce } = useFormContext()
  const told = useRef('')
  // The next screen may be of the same type, for example after a second failure.
  useEffect(() => {
    const heading = root.current?.querySelector('[data-focus]')?.textContent
    const lead = root.current?.querySelector('[data-focus] ~ p')?.textContent
    const more = root.current?.querySelector('[data-said]')?.textContent
    const text = `${heading} – ${lead} `
    const isNew = told.current !== text
    if (step.type !== 'sending') told.current = text
    // The focus announces a step's heading, but not the review's lead.
    if (step.type === 'form') announce(isNew && screen === 'review' ? `${lead}` : '')
    // After another failed attempt only the time has changed.
    else announce(isNew || !more ? text + (more ?? '') : more)
  }, [root, step, screen, announce])
}

/** Uses as little code as possible, so that it works when the form is broken. With a `reason`, a reload does not help. */
function ErrorFallback(props: {
  spoken: { readonly current: Words | undefined }
  officialUrl?: string | undefined
  why?: 'too-old' | 'partner-unknown'
}) {
  const { spoken, officialUrl, why } = props
  const words = spoken.current ?? wordsIn()
  return (
    <div className="vr-root" part="root" lang={words.language} dir={words.direction} data-step="broken">
      <div className="vr-screen" role="alert">
        <p className="vr-heading">{words.broken[why === 'partner-unknown' ? 'partner' : 'heading']}</p>
        {why === undefined && <p>{words.broken.text}</p>}
        <p>
          <OfficialLink url={officialUrl} text={words.broken.officialLink} />
        </p>
      </div>
    </div>
  )
}
