/** What all screens of the widget share. */
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { isOlder } from '../contract/compare-version.ts'
import { useBrowserEffect } from './browser-effect.ts'
import { useFactsAccess } from './civic/facts-access.ts'
import type { Emit } from './emit-callback.ts'
import { type BffClient, createBffClient } from './flow/bff-client.ts'
import { useRegistrationFlow } from './flow/use-registration-flow.ts'
import { useInitialValues } from './form/use-initial-values.ts'
import { useRegistrationForm } from './form/use-registration-form.ts'
import { useWords } from './messages/use-catalogue.ts'
import type { VoterRegistrationProps } from './options.ts'
import { shownWording } from './shown-wording.ts'
import { useLatest } from './use-latest.ts'
import { type SettingsState, useSettings } from './use-settings.ts'
import { version } from './version.ts'

/** The BFF, the texts, the settings, the form and the flow. */
export type WidgetState = ReturnType<typeof useWidget>

/** The widget's state; tells the page when the form is ready and when it cannot be. */
export function useWidget(props: VoterRegistrationProps, root: RefObject<HTMLElement | null>, emit: Emit) {
  const { apiBase } = props
  const latest = useLatest(props)
  const client = useClient(apiBase, latest)
  const { words, stage } = useWords(root, client, props)
  const { state, reload } = useSettings(client, props.settings)
  // Nobody is to agree to a wording that makes room for another one in the same moment.
  const settings: SettingsState = stage === 'loading' && state.type === 'ready' ? { type: 'loading' } : state
  const ready = settings.type === 'ready' ? settings.settings : undefined
  const isTooOld = isOlder(version, ready?.least_form_version)
  const officialUrl = ready?.official_site?.url ?? props.officialUrl
  const facts = useFactsAccess(client, ready)

  const wording = useLatest(shownWording(settings, words.language, props.subscriberOptIn ?? true))
  const initial = useInitialValues(props.prefill, props.plain?.values)
  const registration = useRegistrationForm(initial.values, wording, readClock, props.plain?.found)
  const flow = useRegistrationFlow({
    client,
    registration,
    wording,
    emit,
    reportState: props.reportState ?? true,
    reloadSettings: reload,
    now: readClock,
  })

  const isSettled = stage === 'settled' && !isTooOld
  useOnce(isSettled, () => props.onSettled?.())
  useOnce(isSettled && ready !== undefined, () =>
    emit('onReady', { locale: words.language, mode: ready?.features.sandbox === true ? 'sandbox' : 'live' }),
  )
  useEffect(() => {
    if (settings.type === 'failed') emit('onError', { code: 'settings_unavailable', retryable: true })
    if (isTooOld) emit('onError', { code: 'upgrade_required', retryable: false })
  }, [settings.type, isTooOld, emit])
  return { client, words, settings, ready, isTooOld, officialUrl, facts, initial, registration, flow, reload }
}

/** The BFF's client: the same object until the address changes. */
function useClient(apiBase: string, latest: Readonly<RefObject<VoterRegistrationProps>>): BffClient {
  const first = useRef(apiBase)
  useEffect(() => {
    if (first.current === apiBase) return
    first.current = apiBase
    console.warn('voter-registration: apiBase has changed. Keep it.')
  }, [apiBase])
  return useMemo(
    () =>
      createBffClient({
        apiBase,
        fetch: (input, init) => (latest.current.fetch ?? fetch)(input, init),
        tracking: () => latest.current.tracking,
      }),
    [apiBase, latest],
  )
}

/** The voter's clock. */
export function readClock(): Date {
  return new Date()
}

/** Runs once, when it is so; StrictMode's second run is not another one. */
function useOnce(isSo: boolean, run: () => void): void {
  const latest = useLatest(run)
  const hasRun = useRef(false)
  // Before anything can be seen: the page hears of a form that is ready before it hears of a voter who has started.
  useBrowserEffect(() => {
    if (!isSo || hasRun.current) return
    hasRun.current = true
    latest.current()
  }, [isSo, latest])
}
