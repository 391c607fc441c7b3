/** State shared by all screens of the widget. */
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'
import { systemClock } from '../../contract/clock.ts'
import { isOlderVersion } from '../../contract/strings.ts'
import { useIsomorphicLayoutEffect, useLatestRef } from './effects.ts'
import { createBffClient } from './flow/bff-client.ts'
import { type FormErrorCode, getErrorMessage } from './flow/flow-reducer.ts'
import type { ReadingClientDeps } from './flow/reading-client.ts'
import type { useRegistrationFlow } from './flow/use-registration-flow.ts'
import { getShownWording } from './form/consent.tsx'
import { useFormSteps } from './form/steps.ts'
import { useRegistrationForm } from './form/use-registration-form.ts'
import { useFactsAccess } from './lazy-parts.ts'
import { type AttributionParams, type Emit, getTracking } from './page-address.ts'
import { type SettingsState, useBff } from './use-root.ts'
import { version } from './version.ts'
import type { InternalFormProps } from './voter-registration-props.ts'

export type WidgetState = ReturnType<typeof useWidget> & { flow: ReturnType<typeof useRegistrationFlow> }

export interface WidgetDeps {
  props: InternalFormProps
  root: RefObject<HTMLElement | null>
  emit: Emit
  attributionParams: AttributionParams
}

/** Also reports to the page when the form is ready, and when it cannot be. */
export function useWidget({ props, root, emit, attributionParams }: WidgetDeps) {
  const { apiBase, embedType, addressPrefill, noScript, subscriberOptIn = true } = props
  const latest = useLatestRef(props)
  const createClient = useCallback(
    (deps: ReadingClientDeps) => {
      const tracking = () => getTracking(attributionParams, latest.current.tracking)
      return createBffClient({ ...deps, tracking })
    },
    [attributionParams, latest],
  )
  const { client, t, loadState, settings: state, reload } = useBff(root, props, createClient)
  // No voter may agree to a wording that is about to be replaced.
  const settings: SettingsState = loadState === 'loading' && state.type === 'ready' ? { type: 'loading' } : state
  const ready = settings.type === 'ready' ? settings.settings : undefined
  const isTooOld = useMemo(() => isOlderVersion(version, ready?.min_form_version), [ready])
  const officialUrl = ready?.official_site?.url ?? props.officialUrl
  const facts = useFactsAccess(client, ready)

  const prefill = { ...addressPrefill, ...props.prefill }
  const wording = useLatestRef(getShownWording(settings, t, { subscriberOptIn, embedType }))
  const steps = useFormSteps(props.layout, props.review)
  const registration = useRegistrationForm({ steps, prefill, noScript, wording, t, clock: systemClock })
  useIsomorphicLayoutEffect(() => attributionParams.set(ready?.attribution ?? []), [attributionParams, ready])
  const reported = useRef({ apiBase, isSettled: false, isReady: false })
  // Before paint: the page must receive `onReady` before `onStart`. Once, also in StrictMode.
  useIsomorphicLayoutEffect(() => {
    if (loadState !== 'ready' || isTooOld) return
    if (!reported.current.isSettled) latest.current.onSettled?.()
    reported.current.isSettled = true
    if (ready === undefined || reported.current.isReady) return
    reported.current.isReady = true
    emit('onReady', { locale: t.language, mode: ready.features.sandbox ? 'sandbox' : 'live' })
  }, [loadState, isTooOld, ready, t, emit, latest])
  const errorCode = isTooOld ? 'upgrade_required' : errorCodes[settings.type]
  useEffect(() => {
    if (errorCode === undefined) return
    const message = getErrorMessage(errorCode)
    // The element has its own diagnosis.
    if (embedType === undefined) {
      console.warn(`voter-registration: ${message} Open ${apiBase}/settings, or run voter-registration-server check.`)
    }
    emit('onError', { code: errorCode, retryable: errorCode === errorCodes.failed, message })
  }, [errorCode, embedType, apiBase, emit])
  useEffect(() => {
    if (reported.current.apiBase === apiBase) return
    reported.current.apiBase = apiBase
    console.warn('voter-registration: apiBase has changed, which is not supported. Remount the form with a new key.')
  }, [apiBase])
  return { client, t, loadState, settings, ready, isTooOld, officialUrl, facts, registration, wording, reload }
}

const errorCodes: { readonly [type in SettingsState['type']]?: FormErrorCode } = {
  failed: 'settings_unavailable',
  'partner-unknown': 'partner_unknown',
}
