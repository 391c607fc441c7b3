/** Shared by all our components: root element, BFF client, messages and settings. */
import { type CSSProperties, type RefObject, useCallback, useEffect, useId, useMemo, useState } from 'react'
import type { Settings } from '../../contract/bff-api.ts'
import { isTokenValue, themeTokens } from '../../contract/theme-tokens.ts'
import { useBrowserLayoutEffect, useLatest } from './effects.ts'
import type { ReadingClient, ReadingClientDeps } from './flow/reading-client.ts'
import { getRootScope } from './focus.ts'
import { useKeptKeys } from './keep-keys.ts'
import type { Words } from './messages/catalog.ts'
import { useCatalog } from './messages/use-catalog.ts'
import { useEnglishMarks } from './messages/use-english-marks.ts'
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
export function useRoot<Client extends ReadingClient>(
  root: RefObject<HTMLElement | null>,
  props: RootOptions,
  createClient: (deps: ReadingClientDeps) => Client,
) {
  const { apiBase, partner } = props
  const latest = useLatest(props)
  const client = useMemo(
    () => createClient({ apiBase, partner, fetch: (input, init) => (latest.current.fetch ?? fetch)(input, init) }),
    [apiBase, partner, latest, createClient],
  )
  const { words, stage } = useCatalog(root, client, props)
  const { state: settings, reload } = useSettings(client, props.settings)
  useReadableColors(root, props.appearance)
  useEnglishMarks(root, words)
  useKeptKeys(root)
  return { client, words, stage, settings, reload }
}

const loading: SettingsState = { type: 'loading' }

/** Settings are retried automatically with exponential backoff. */
const [firstPause, longestPause] = [5_000, 60_000]

/** Fetches the settings unless the page provides them. StrictMode runs effects twice; the client still sends one request. */
function useSettings(
  client: Pick<ReadingClient, 'settings'>,
  given: Settings | undefined,
): { state: SettingsState; reload: () => void } {
  const [found, setFound] = useState<{ client: typeof client; round: number; state: SettingsState }>()
  const [round, setRound] = useState(0)
  const isGiven = given !== undefined && round === 0

  useEffect(() => {
    if (isGiven) return undefined
    let isHere = true
    let pause = firstPause
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = (state: SettingsState) => setFound({ client, round, state })
    const ask = () => {
      clearTimeout(timer)
      timer = undefined
      client.settings().then(
        (settings) => isHere && settle({ type: 'ready', settings }),
        (error: unknown) => {
          if (!isHere) return
          if (error instanceof Error && error.cause === 'partner_unknown') return settle({ type: 'partner-unknown' })
          settle({ type: 'failed' })
          timer = setTimeout(ask, pause)
          pause = Math.min(2 * pause, longestPause)
        },
      )
    }
    ask()
    // Retry as soon as the network is back.
    const onOnline = () => {
      if (timer !== undefined) ask()
    }
    window.addEventListener('online', onOnline)
    return () => {
      isHere = false
      clearTimeout(timer)
      window.removeEventListener('online', onOnline)
    }
  }, [client, round, isGiven])

  const reload = useCallback(() => setRound((before) => before + 1), [])
  if (isGiven) return { state: { type: 'ready', settings: given }, reload }
  return { state: found?.client === client && found.round === round ? found.state : loading, reload }
}

/** Omits unknown tokens, and values that could load a file. */
export function rootAttributes(
  props: Pick<InternalFormProps, 'id' | 'className' | 'style' | 'appearance' | 'pageAttributes'>,
  words: Words,
) {
  const { id, className, style, appearance } = props
  const { tokens, ...look } = lookOf(appearance)
  return {
    ...props.pageAttributes,
    ...markAttributes,
    id,
    className: `vr-root ${markClasses}${className === undefined ? '' : ` ${className}`}`,
    part: 'root',
    style: tokens ? { ...style, ...(tokens as CSSProperties) } : style,
    lang: words.language,
    dir: words.direction,
    ...look,
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

export function lookOf({ variables, theme = 'auto', density = 'comfortable' }: Appearance = {}) {
  const names =
    variables && themeTokens.filter((token) => variables[token] !== undefined && isTokenValue(variables[token]))
  const tokens = names && Object.fromEntries(names.map((token) => [`--vr-${token}`, String(variables?.[token])]))
  return { tokens, 'data-theme': theme, 'data-density': density }
}

export const markClasses = 'rr-block rr-ignore ph-no-capture fs-exclude'

export const markAttributes = {
  'data-sentry-block': '',
  'data-sentry-ignore': '',
  'data-dd-privacy': 'hidden',
  'data-clarity-mask': 'true',
  'data-hj-suppress': '',
} as const

/** `useId` is unique within one React root, but a page may have several: after mount, a form adds a suffix if another form has the
 *  same id. Forms in shadow roots do not find each other and need `fixedId`. */
export function useInstanceId(root: RefObject<HTMLElement | null>, given?: string): string {
  const made = `vr${useId().replaceAll(/\W/g, '')}`
  const id = given ?? made
  const [suffix, setSuffix] = useState('')
  useBrowserLayoutEffect(() => {
    const element = root.current
    if (element === null) return
    const same = [...getRootScope(element).querySelectorAll(`[data-instance^="${id}"]`)].filter((other) => {
      const name = other.getAttribute('data-instance') ?? ''
      return other !== element && (name === id || name.startsWith(`${id}-`))
    })
    if (same.length > 0) setSuffix(`-${same.length + 1}`)
  }, [id, root])
  return id + suffix
}
