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
import { useLatestRef } from './effects.ts'
import { formErrors, type Step } from './flow/flow-reducer.ts'
import { useRegistrationFlow } from './flow/use-registration-flow.ts'
import { useScreenFocus } from './focus.ts'
import { useDraft } from './form/draft-store.ts'
import { type FormStep, formFields } from './form/fields.ts'
import { LanguageContext, useLanguageChoice } from './form/languages.tsx'
import { RegistrationForm } from './form/registration-form.tsx'
import { useStepHistory } from './form/steps.ts'
import { FormContext, ownContext, useFormContext } from './form-context.ts'
import { useSavedAnswer } from './history-entry.ts'
import { KioskTimer } from './kiosk.tsx'
import { LazyPartsContext } from './lazy-parts.ts'
import { createFormMessages, type FormMessages } from './messages/catalog.ts'
import { parseIdleSeconds, type ResetReason, type VoterRegistrationHandle } from './options.ts'
import { clearUrlPrefill, createAttributionParams, createEmit, type Emit } from './page-address.ts'
import { StepScreen } from './screens/step-screen.tsx'
import { ErrorBoundary, OfficialLink } from './screens/ui.tsx'
import { useHandle } from './use-handle.ts'
import { getRootAttributes, useInstanceId } from './use-root.ts'
import { useWidget, type WidgetDeps } from './use-widget.ts'
import type { InternalFormProps } from './voter-registration-props.ts'

/** The widget in the page's own document. Renders on a server too; a page may have several. */
export const VoterRegistration = forwardRef<VoterRegistrationHandle, InternalFormProps>(
  function VoterRegistration(formProps, handle) {
    const root = useRef<HTMLDivElement>(null)
    const instanceId = useInstanceId(root, formProps.instanceId)
    const [props, choice] = useLanguageChoice(formProps, root, instanceId)
    const latest = useLatestRef(props)
    const [params] = useState(createAttributionParams)
    const emit = useMemo(() => createEmit(latest, instanceId, params), [latest, instanceId, params])
    const lastMessages = useRef<FormMessages>(undefined)
    const onWords = useCallback((t: FormMessages) => {
      lastMessages.current = t
    }, [])
    const fallback = props.fallback ?? <ErrorFallback lastMessages={lastMessages} officialUrl={props.officialUrl} />
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
            attributionParams={params}
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
  onWords: (t: FormMessages) => void
}

/** Holds messages, settings, the form's values and the context. */
function Widget({ props, handle, root, instanceId, emit, attributionParams, onWords }: WidgetProps) {
  const status = useRef<HTMLDivElement>(null)
  const announce = useCallback((text: string) => {
    if (status.current !== null) status.current.textContent = text
  }, [])
  const widget = useWidget({ props, root, emit, attributionParams })
  const { t, officialUrl } = widget
  useEffect(() => onWords(t), [onWords, t])
  const { onWords: onPageWords, headingLevel = 2 } = props
  useEffect(() => onPageWords?.(t), [onPageWords, t])
  const idleSeconds = parseIdleSeconds(props.kiosk)
  const isKiosk = idleSeconds !== undefined
  const context = useMemo(
    () => ({ ...ownContext, t, headingLevel, instanceId, isKiosk, announce, officialUrl }),
    [t, headingLevel, instanceId, isKiosk, announce, officialUrl],
  )
  return (
    <FormContext.Provider value={context}>
      <Screens
        props={props}
        handle={handle}
        root={root}
        attributes={getRootAttributes(props, t)}
        status={status}
        widget={widget}
        emit={emit}
        idleSeconds={idleSeconds}
      />
    </FormContext.Provider>
  )
}

interface ScreensProps extends Pick<WidgetProps, 'props' | 'handle' | 'root' | 'emit'> {
  attributes: ReturnType<typeof getRootAttributes>
  status: RefObject<HTMLDivElement | null>
  widget: ReturnType<typeof useWidget>
  idleSeconds: number | undefined
}

/** The form and the other screens. Only this component renders when the screen changes. */
function Screens({ props, handle, root, attributes, status, widget, emit, idleSeconds }: ScreensProps) {
  const { t, loadState, settings, ready, isTooOld, officialUrl, registration, facts } = widget
  const { instanceId, isKiosk, clock } = useFormContext()
  const { steps, position, form } = registration
  // An outdated form is not shown, like that of an unknown partner.
  const isUnusable = isTooOld || settings.type === 'partner-unknown'
  const { reportState = true } = props
  const flow = useRegistrationFlow({ ...widget, isUnusable, emit, reportState, clock })
  const { step } = flow
  const screen = step.type === 'form' ? position.step : step.type
  useScreenFocus(root, screen, { isEnabled: props.autoFocus === true, isSettled: loadState === 'ready' })
  useScreenStatus(root, step, screen)

  const [isDirty, onFirstInput, clearDirty] = useUnsavedChanges(step, isKiosk, emit)
  // Includes input from before hydration.
  const hasTypedValues = () => props.noScript !== undefined && formFields.some((field) => form.getValues(field))
  const draft = useDraft(props, { root, registration, isKiosk, step, isDirty, onFirstInput })
  useStepHistory({ root, instanceId, registration, flow, isKiosk, noScript: props.noScript, emit })
  useSavedAnswer({
    client: widget.client,
    instanceId,
    isKiosk,
    isReady: settings.type === 'ready',
    step,
    isDirty,
    onRestore: flow.restore,
  })

  const { choose } = useContext(LanguageContext)
  // The URL's values belong to the previous voter.
  const isNextVoter = useRef(false)
  const reset = (reason: ResetReason) => {
    if (reason === 'idle' || reason === 'restored') {
      isNextVoter.current = true
      clearUrlPrefill()
    }
    if (isKiosk) choose(undefined)
    flow.reset()
    facts?.regions.clear()
    const fromAddress = isNextVoter.current ? undefined : props.addressPrefill
    registration.restart({ prefill: { ...fromAddress, ...props.prefill } })
    clearDirty()
    draft.clear()
    emit('onReset', { reason })
  }
  const formStatus = isUnusable ? 'error' : settings.type === 'loading' ? 'loading' : 'form'
  const prefillDisabledStates = ready?.prefill_disabled_states
  useHandle(handle, { root, instanceId, step, status: formStatus, registration, prefillDisabledStates, reset })

  if (step.type === 'form' && isUnusable) {
    const reason = isTooOld ? 'too-old' : 'partner-unknown'
    return props.fallback ?? <ErrorFallback lastMessages={{ current: t }} officialUrl={officialUrl} reason={reason} />
  }
  const state = { ...widget, flow }
  return (
    <>
      <div
        ref={root}
        {...attributes}
        data-instance={instanceId}
        data-step={step.type}
        data-form-step={steps.length > 1 && step.type === 'form' ? position.step : undefined}
      >
        {step.type === 'form' ? (
          <RegistrationForm
            key={registration.initial.resetCount}
            props={props}
            widget={state}
            readFields={draft.readFields}
            onFirstInput={onFirstInput}
            onNavigateAway={clearDirty}
            emit={emit}
          />
        ) : (
          <StepScreen props={props} widget={state} emit={emit} onStartOver={() => reset('user')} />
        )}
        {/* Below the screen, since it appears late. The first screen and the answer show their own. */}
        {ready?.features.sandbox === true && screen !== steps[0] && step.type !== 'answer' && (
          <p className="vr-notice vr-practice">{t.form.sandbox}</p>
        )}
        {/* Must exist from the start, or screen readers miss the first announcement. */}
        <div ref={status} role="status" className="vr-visually-hidden" />
      </div>
      {idleSeconds !== undefined && (
        <KioskTimer
          root={root}
          idleSeconds={idleSeconds}
          appearance={props.appearance}
          hasInput={() => (step.type === 'form' ? isDirty.current || hasTypedValues() : step.type !== 'sending')}
          onEmpty={reset}
        />
      )}
    </>
  )
}

/** On the first input: emits `onStart`, asks before the page is left, and loads the Markdown renderer of the answer. */
function useUnsavedChanges({ type }: Step, isKiosk: boolean, emit: Emit) {
  const isDirty = useRef(false)
  const { answerMarkdown } = useContext(LazyPartsContext)
  const confirmLeave = useCallback((event: BeforeUnloadEvent) => {
    event.preventDefault()
    // Older browsers only ask when a value is set.
    event.returnValue = true
  }, [])
  // An answer already has the values; kiosk mode stores nothing.
  const hasUnsaved = !isKiosk && (type === 'form' || type === 'sending' || type === 'not-sent')
  useEffect(() => {
    if (!hasUnsaved) return undefined
    // Only if needed: some browsers exclude pages with this listener from the back/forward cache.
    if (isDirty.current) window.addEventListener('beforeunload', confirmLeave)
    return () => window.removeEventListener('beforeunload', confirmLeave)
  }, [hasUnsaved, confirmLeave])
  const onFirstInput = useCallback(() => {
    if (isDirty.current) return
    isDirty.current = true
    if (!isKiosk) window.addEventListener('beforeunload', confirmLeave)
    // Load it before the answer arrives.
    void answerMarkdown?.load()
    emit('onStart', {})
  }, [emit, answerMarkdown, isKiosk, confirmLeave])
  const clearDirty = () => {
    isDirty.current = false
    window.removeEventListener('beforeunload', confirmLeave)
  }
  return [isDirty, onFirstInput, clearDirty] as const
}

/** Announces a new screen, since its heading is not announced when the focused button is removed. */
function useScreenStatus(root: RefObject<HTMLDivElement | null>, step: Step, screen: FormStep | Step['type']) {
  const { announce } = useFormContext()
  const lastAnnouncement = useRef('')
  // The next screen may be of the same type, for example after a second failure.
  useEffect(() => {
    const heading = root.current?.querySelector('[data-focus]')?.textContent
    const lead = root.current?.querySelector('[data-focus] ~ p')?.textContent
    const detail = root.current?.querySelector('[data-said]')?.textContent
    const text = `${heading} – ${lead} `
    const isNew = lastAnnouncement.current !== text
    if (step.type !== 'sending') lastAnnouncement.current = text
    // The focus announces a step's heading, but not the review's lead.
    if (step.type === 'form') announce(isNew && screen === 'review' ? `${lead}` : '')
    // After another failed attempt only the time has changed.
    else announce(isNew || !detail ? text + (detail ?? '') : detail)
  }, [root, step, screen, announce])
}

/** Uses as little code as possible, so that it works when the form is broken. With a `reason`, a reload does not help. */
function ErrorFallback(props: {
  lastMessages: { readonly current: FormMessages | undefined }
  officialUrl?: string | undefined
  reason?: 'too-old' | 'partner-unknown'
}) {
  const { lastMessages, officialUrl, reason } = props
  const t = lastMessages.current ?? createFormMessages()
  return (
    <div className="vr-root" part="root" lang={t.language} dir={t.direction} data-step="broken">
      <div className="vr-screen" role="alert">
        <p className="vr-heading">{t.broken[reason === 'partner-unknown' ? 'partner' : 'heading']}</p>
        {reason === undefined && <p>{t.broken.text}</p>}
        <p>
          <OfficialLink url={officialUrl} text={t.broken.officialLink} />
        </p>
      </div>
    </div>
  )
}
