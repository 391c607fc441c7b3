/** Shared code of all our components: the attributes of the root element, the BFF, the texts and the settings. */
import { type CSSProperties, type RefObject, useMemo } from 'react'
import { cleanTracking } from '../../contract/campaign.ts'
import { isTokenValue, themeTokens } from '../../contract/theme-tokens.ts'
import { useLatest } from './effects.ts'
import { createBffClient } from './flow/bff-client.ts'
import { useKeptKeys } from './keep-keys.ts'
import type { Words } from './messages/catalogue.ts'
import { useCatalogue } from './messages/use-catalogue.ts'
import { useEnglishMarks } from './messages/use-english-marks.ts'
import type { VoterRegistrationOptions } from './options.ts'
import { type OwnNames, placeOfPage } from './page-address.ts'
import { markAttributes, markClasses } from './recorder-marks.ts'
import { useReadableColors } from './styles/use-readable-colors.ts'
import { useSettings } from './use-settings.ts'
import type { VoterRegistrationProps } from './voter-registration-props.ts'

/** The options that all our components have. */
type RootOptions = Pick<
  VoterRegistrationOptions,
  'apiBase' | 'partner' | 'locale' | 'locales' | 'messages' | 'appearance' | 'settings' | 'fetch' | 'tracking'
>

/**
 * Requests texts and settings from the BFF, keeps everything below the root readable, and its keys from the page's shortcuts.
 *
 * @param own the partner's own parameters, for what is sent
 * @returns `latest` are the current options
 */
export function useRoot<Options extends RootOptions>(
  root: RefObject<HTMLElement | null>,
  props: Options,
  own?: OwnNames,
) {
  const { apiBase, partner } = props
  const latest = useLatest(props)
  const client = useMemo(
    () =>
      createBffClient({
        apiBase,
        partner,
        fetch: (input, init) => (latest.current.fetch ?? fetch)(input, init),
        tracking: () => cleanTracking(own?.get() ?? [], placeOfPage(), latest.current.tracking),
      }),
    [apiBase, partner, latest, own],
  )
  const { words, stage } = useCatalogue(root, client, props)
  const { state: settings, reload } = useSettings(client, props.settings)
  useReadableColors(root, props.appearance)
  useEnglishMarks(root, words)
  useKeptKeys(root)
  return { latest, client, words, stage, settings, reload }
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
