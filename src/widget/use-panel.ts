/** What the panels about states have in common: their root, the BFF, the texts, and the state that they are about. */
import { useEffect, useMemo, useRef } from 'react'
import { isStateCode } from '../contract/states.ts'
import { createBffClient } from './flow/bff-client.ts'
import { useWords } from './messages/use-catalogue.ts'
import { useEnglishMarks } from './messages/use-english-marks.ts'
import type { VoterRegistrationProps } from './options.ts'
import { useReadableColors } from './styles/use-readable-colors.ts'
import { useLatest } from './use-latest.ts'
import { useSettings } from './use-settings.ts'

/** What is there to be seen of a panel; `nothing` where the BFF has nothing of the kind, or no such state is there. */
export type PanelAt = 'nothing' | 'loading' | 'ready' | 'failed'

/** The props of every panel. */
export interface PanelProps
  extends Pick<
    VoterRegistrationProps,
    | 'apiBase'
    | 'locale'
    | 'locales'
    | 'messages'
    | 'headingLevel'
    | 'appearance'
    | 'settings'
    | 'fetch'
    | 'id'
    | 'className'
    | 'style'
  > {
  /** Code of a state, for example `TN`. */
  state?: string
  /** @internal Hears of what is there to be seen: the panel's element shows its fallback by it. Keep it the same
   *  function. */
  onAt?: (at: PanelAt) => void
}

/**
 * Makes it.
 *
 * @returns `code` is `undefined` where no state is named, or none that there is, which the console says: then `isWrong`
 */
export function usePanel(props: PanelProps) {
  const { apiBase, state } = props
  const root = useRef<HTMLDivElement>(null)
  const latest = useLatest(props)
  const client = useMemo(
    () => createBffClient({ apiBase, fetch: (input, init) => (latest.current.fetch ?? fetch)(input, init) }),
    [apiBase, latest],
  )
  const { words } = useWords(root, client, props)
  const { state: settings } = useSettings(client, props.settings)
  const wished = state?.toUpperCase()
  const code = isStateCode(wished) ? wished : undefined
  const isWrong = wished !== undefined && code === undefined
  useReadableColors(root, props.appearance)
  useEnglishMarks(root, words)
  useEffect(() => {
    if (isWrong) console.warn(`voter-registration: state must be the code of a state such as "TN", got "${state}".`)
  }, [isWrong, state])
  return { root, client, words, settings: settings.type === 'ready' ? settings.settings : undefined, code, isWrong }
}
