/** Shared by all our components: root element, BFF client, messages and settings. */
import { type CSSProperties, type RefObject, useCallback, useEffect, useId, useMemo, useState } from 'react'
import type { Settings } from '../../contract/bff-api.ts'
import { isTokenValue, themeTokens } from '../../contract/theme-tokens.ts'
import { useIsomorphicLayoutEffect, useLatestRef } from './effects.ts'
import type { ReadingClient, ReadingClientDeps } from './flow/reading-client.ts'
import { getRootScope } from './focus.ts'
import { useIsolatedShortcuts } from './keep-keys.ts'
import type { FormMessages } from './messages/catalog.ts'
import { useCatalog } from './messages/use-catalog.ts'
import { useLangAttributes } from './messages/use-english-marks.ts'
import type { Appearance, VoterRegistrationOptions } from './options.ts'
import { useReadableColors } from './styles/use-readable-colors.ts'
import type { InternalFormProps, VoterRegistrationProps } from './voter-registration-props.ts'

export type SettingsState =
  | { type: 'loading' }
  | { type: 'ready'; settings: Settings }
  | { type: 'failed' }
  /** A retry is useless. */
  | { type: 'partner-unknown' }

type RootOptions = Pick<
  VoterRegistrationOptions,
  'apiBase' | 'partner' | 'locale' | 'locales' | 'messages' | 'appearance' | 'settings' | 'fetch'
>

/** `createClient` must be stable. */
export function useBff<Client extends ReadingClient>(
  root: RefObject<HTMLElement | null>,
  props: RootOptions,
  createClient: (deps: ReadingClientDeps) => Client,
) {
  const { apiBase, partner } = props
  const latest = useLatestRef(props)
  const client = useMemo(
    () => createClient({ apiBase, partner, fetch: (input, init) => (latest.current.fetch ?? fetch)(input, init) }),
    [apiBase, partner, latest, createClient],
  )
  const { t, loadState } = useCatalog(root, client, props)
  const { state: settings, reload } = useSettings(client, props.settings)
  useReadableColors(root, props.appearance)
  useLangAttributes(root, t)
  useIsolatedShortcuts(root)
  return { client, t, loadState, settings, reload }
}

const loading: SettingsState = { type: 'loading' }

/** Settings are retried automatically with exponential backoff. */
const [firstPauseMs, maxPauseMs] = [5_000, 60_000]

/** Fetches the settings unless the page provides them. StrictMode runs effects twice; the client still sends one request. */
function useSettings(
  client: Pick<ReadingClient, 'settings'>,
  initialSettings: Settings | undefined,
): { state: SettingsState; reload: () => void } {
  const [loaded, setLoaded] = useState<{ client: typeof client; attempt: number; state: SettingsState }>()
  const [attempt, setAttempt] = useState(0)
  const hasInitialSettings = initialSettings !== undefined && attempt === 0

  useEffect(() => {
    if (hasInitialSettings) return undefined
    let isCurrent = true
    let pauseMs = firstPauseMs
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = (state: SettingsState) => setLoaded({ client, attempt, state })
    const load = () => {
      clearTimeout(timer)
      timer = undefined
      client.settings().then(
        (settings) => isCurrent && update({ type: 'ready', settings }),
        (error: unknown) => {
          if (!isCurrent) return
          if (error instanceof Error && error.cause === 'partner_unknown') return update({ type: 'partner-unknown' })
          update({ type: 'failed' })
          timer = setTimeout(load, pauseMs)
          pauseMs = Math.min(2 * pauseMs, maxPauseMs)
        },
      )
    }
    load()
    // Retry as soon as the network is back.
    const onOnline = () => {
      if (timer !== undefined) load()
    }
    window.addEventListener('online', onOnline)
    return () => {
      isCurrent = false
      clearTimeout(timer)
      window.removeEventListener('online', onOnline)
    }
  }, [client, attempt, hasInitialSettings])

  const reload = useCallback(() => setAttempt((count) => count + 1), [])
  if (hasInitialSettings) return { state: { type: 'ready', settings: initialSettings }, reload }
  return { state: loaded?.client === client && loaded.attempt === attempt ? loaded.state : loading, reload }
}

/** Omits unknown tokens, and values that could load a file. */
export function getRootAttributes(
  props: Pick<InternalFormProps, 'id' | 'className' | 'style' | 'appearance' | 'pageAttributes'>,
  t: FormMessages,
) {
  const { id, className, style, appearance } = props
  const { tokens, ...appearanceAttributes } = getAppearanceAttributes(appearance)
  return {
    ...props.pageAttributes,
    ...maskingAttributes,
    id,
    className: `vr-root ${maskingClasses}${className === undefined ? '' : ` ${className}`}`,
    part: 'root',
    style: tokens ? { ...style, ...(tokens as CSSProperties) } : style,
    lang: t.language,
    dir: t.direction,
    ...appearanceAttributes,
  }
}

/** Returns the `data-*` and `aria-*` props of a component, for its root element. */
export function pickPageAttributes(props: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(props).filter(([name]) => /^(?:data|aria)-/.test(name)))
}

/** Merges `theme` and `density`, which React components have as props too, into `appearance`. */
export function mergeAppearance(
  props: Pick<VoterRegistrationProps, 'appearance' | 'theme' | 'density'>,
): Pick<VoterRegistrationProps, 'appearance'> {
  const { appearance, theme = appearance?.theme, density = appearance?.density } = props
  return { appearance: { ...appearance, ...(theme && { theme }), ...(density && { density }) } }
}

export function getAppearanceAttributes({ variables, theme = 'auto', density = 'comfortable' }: Appearance = {}) {
  const names =
    variables && themeTokens.filter((token) => variables[token] !== undefined && isTokenValue(variables[token]))
  const tokens = names && Object.fromEntries(names.map((token) => [`--vr-${token}`, String(variables?.[token])]))
  return { tokens, 'data-theme': theme, 'data-density': density }
}

export const maskingClasses = 'rr-block rr-ignore ph-no-capture fs-exclude'

export const maskingAttributes = {
  'data-sentry-block': '',
  'data-sentry-ignore': '',
  'data-dd-privacy': 'hidden',
  'data-clarity-mask': 'true',
  'data-hj-suppress': '',
} as const

/** `useId` is unique within one React root, but a page may have several: after mount, a form adds a suffix if another form has the
 *  same id. Forms in shadow roots do not find each other and need `fixedId`. */
export function useInstanceId(root: RefObject<HTMLElement | null>, fixedId?: string): string {
  const generatedId = `vr${useId().replaceAll(/\W/g, '')}`
  const id = fixedId ?? generatedId
  const [suffix, setSuffix] = useState('')
  useIsomorphicLayoutEffect(() => {
    const element = root.current
    if (element === null) return
    const duplicates = [...getRootScope(element).querySelectorAll(`[data-instance^="${id}"]`)].filter((form) => {
      const name = form.getAttribute('data-instance') ?? ''
      return form !== element && (name === id || name.startsWith(`${id}-`))
    })
    if (duplicates.length > 0) setSuffix(`-${duplicates.length + 1}`)
  }, [id, root])
  return id + suffix
}
