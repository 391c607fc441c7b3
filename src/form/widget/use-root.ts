/** Shared code of all our components: the attributes of the root element, the BFF, the texts and the settings. */
import { type CSSProperties, type RefObject, useMemo } from 'react'
import { isTokenValue, themeTokens } from '../../contract/theme-tokens.ts'
import { useLatest } from './effects.ts'
import type { ReadingClient, ReadingClientDeps } from './flow/reading-client.ts'
import { useKeptKeys } from './keep-keys.ts'
import type { Words } from './messages/catalogue.ts'
import { useCatalogue } from './messages/use-catalogue.ts'
import { useEnglishMarks } from './messages/use-english-marks.ts'
import type { VoterRegistrationOptions } from './options.ts'
import { markAttributes, markClasses } from './recorder-marks.ts'
import { useReadableColors } from './styles/use-readable-colors.ts'
import { useSettings } from './use-settings.ts'
import type { VoterRegistrationProps } from './voter-registration-props.ts'

/** The options that all our components have. */
type RootOptions = Pick<
  VoterRegistrationOptions,
  'apiBase' | 'partner' | 'locale' | 'locales' | 'messages' | 'appearance' | 'settings' | 'fetch'
>

/**
 * Requests texts and settings from the BFF, keeps everything below the root readable, and its keys from the page's shortcuts.
 *
 * @param createClient creates the client of the BFF. Keep it the same function
 */
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
  const { words, stage } = useCatalogue(root, client, props)
  const { state: settings, reload } = useSettings(client, props.settings)
  useReadableColors(root, props.appearance)
  useEnglishMarks(root, words)
  useKeptKeys(root)
  return { client, words, stage, settings, reload }
}

/** Returns the root's attributes for the partner's options and the language of the texts. Unknown tokens are left out, and
 *  values that could load a file. */
export function rootAttributes(
  props: Pick<VoterRegistrationProps, 'id' | 'className' | 'style' | 'appearance'>,
  words: Words,
) {
  const { id, className, style, appearance = {} } = props
  const { variables, theme = 'auto', density = 'comfortable' } = appearance
  const tokens =
    variables && themeTokens.filter((token) => variables[token] !== undefined && isTokenValue(variables[token]))
  const custom = tokens && Object.fromEntries(tokens.map((token) => [`--vr-${token}`, variables?.[token]]))
  return {
    ...markAttributes,
    id,
    className: `vr-root ${markClasses}${className === undefined ? '' : ` ${className}`}`,
    part: 'root',
    style: custom ? { ...style, ...(custom as CSSProperties) } : style,
    lang: words.language,
    dir: words.direction,
    'data-theme': theme,
    'data-density': density,
  }
}
