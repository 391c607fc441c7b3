/** State shared by all screens of the widget. */
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'
import { systemClock } from '../../contract/clock.ts'
import { isOlderVersion } from '../../contract/strings.ts'
import { useBrowserLayoutEffect, useLatest } from './effects.ts'
import { createBffClient } from './flow/bff-client.ts'
import { type FormErrorCode, getErrorMessage } from './flow/flow-reducer.ts'
import type { ReadingClientDeps } from './flow/reading-client.ts'
import type { useRegistrationFlow } from './flow/use-registration-flow.ts'
import { shownWording } from './form/consent.tsx'
import { useFormSteps } from './form/steps.ts'
import { useRegistrationForm } from './form/use-registration-form.ts'
import { useFactsAccess } from './lazy-parts.ts'
import { type Emit, type OwnNames, trackingOf } from './page-address.ts'
import { type SettingsState, useRoot } from './use-root.ts'
import { version } from './version.ts'
import type { InternalFormProps } from './voter-registration-props.ts'

export type WidgetState = ReturnType<typeof useWidget> & { flow: ReturnType<typeof useRegistrationFlow> }

export interface WidgetDeps {
  props: InternalFormProps
  root: RefObject<HTMLElement | null>
  emit: Emit
  ownNames: OwnNames
}

/** Also reports to the page when the form is ready, and when it cannot be. */
export function useWidget({ props, root, emit, ownNames }: WidgetDeps) {
  const { apiBase, embedType, addressPrefill, noScript, subscriberOptIn = true } = props
  const latest = useLatest(props)
  const createClient = useCallback(
    (deps: ReadingClientDeps) => {
      const tracking = () => trackingOf(ownNames, latest.current.tracking)
      return createBffClient({ ...deps, tracking })
    },
    [ownNames, latest],
  )
  const { client, words, stage, settings: state, reload } = useRoot(root, props, createClient)
  // No voter may agree to a wording that is about to be replaced.
  const settings: SettingsState = stage === 'loading' && state.type === 'ready' ? { type: 'loading' } : state
  const ready = settings.type === 'ready' ? settings.settings : undefined
  const isTooOld = useMemo(() => isOlderVersion(version, ready?.min_form_version), [ready])
  const officialUrl = ready?.official_site?.url ?? props.officialUrl
  const facts = useFactsAccess(client, ready)

  const prefill = { ...addressPrefill, ...props.prefill }
  const wording = useLatest(shownWording(settings, words, { subscriberOptIn, embedType }))
  const steps = useFormSteps(props.layout, props.review)
  const registration = useRegistrationForm({ steps, prefill, noScript, wording, words, clock: systemClock })
  useBrowserLayoutEffect(() => ownNames.set(ready?.attribution ?? []), [ownNames, ready])
  const told = useRef({ apiBase, isSettled: false, isReady: false })
  // Before paint: the page must receive `onReady` before `onStart`. Once, also in StrictMode.
  useBrowserLayoutEffect(() => {
    if (stage !== 'settled' || isTooOld) return
    if (!told.current.isSettled) latest.current.onSettled?.()
    told.current.isSettled = true
    if (ready === undefined || told.current.isReady) return
    told.current.isReady = true
    emit('onReady', { locale: words.language, mode: ready.features.sandbox ? 'sandbox' : 'live' })
  }, [stage, isTooOld, ready, words, emit, latest])
  const problem = isTooOld ? 'upgrade_required' : problems[settings.type]
  useEffect(() => {
    if (problem === undefined) return
    const message = getErrorMessage(problem)
    // The element has its own diagnosis.
    if (embedType === undefined) {
      console.warn(`voter-registration: ${message} Open ${apiBase}/settings, or run voter-registration-server check.`)
    }
    emit('onError', { code: problem, retryable: problem === problems.failed, message })
  }, [problem, embedType, apiBase, emit])
  useEffect(() => {
    if (told.current.apiBase === apiBase) return
    told.current.apiBase = apiBase
    console.warn('voter-registration: apiBase has changed, which is not supported. Remount the form with a new key.')
  }, [apiBase])
  return { client, words, stage, settings, ready, isTooOld, officialUrl, facts, registration, wording, reload }
}

const problems: { readonly [type in SettingsState['type']]?: FormErrorCode } = {
  failed: 'settings_unavailable',
  'partner-unknown': 'partner_unknown',
}
