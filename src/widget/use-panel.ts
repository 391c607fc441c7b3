/** What the panels about states have in common: their root, the BFF, the texts, and the state that they are about. */
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import type { Settings } from '../contract/bff-api.ts'
import { isStateCode, type StateCode } from '../contract/states.ts'
import { createBffClient } from './flow/bff-client.ts'
import type { Words } from './messages/catalogue.ts'
import { useWords } from './messages/use-catalogue.ts'
import { useEnglishMarks } from './messages/use-english-marks.ts'
import type { VoterRegistrationOptions } from './options.ts'
import { useReadableColors } from './styles/use-readable-colors.ts'
import { useLatest } from './use-latest.ts'
import { useSettings } from './use-settings.ts'

/** What a panel is asked for. */
type PanelOptions = Pick<
  VoterRegistrationOptions,
  'apiBase' | 'locale' | 'locales' | 'messages' | 'appearance' | 'settings' | 'fetch'
> & { state?: string }

/** What a panel has. */
export interface Panel<Options> {
  root: RefObject<HTMLDivElement | null>
  /** The newest options. */
  latest: Readonly<RefObject<Options>>
  /** The page's `fetch`, also after it has changed; the same function. */
  ask: typeof fetch
  words: Words
  /** `undefined` while they are not there. */
  settings: Settings | undefined
  /** `undefined` where none is named, or none that there is: then the console says so. */
  code: StateCode | undefined
  /** Something is named that is no state. */
  isWrong: boolean
}

/** Makes it. */
export function usePanel<Options extends PanelOptions>(props: Options): Panel<Options> {
  const { apiBase, state } = props
  const root = useRef<HTMLDivElement>(null)
  const latest = useLatest(props)
  const ask = useMemo<typeof fetch>(() => (input, init) => (latest.current.fetch ?? fetch)(input, init), [latest])
  const client = useMemo(() => createBffClient({ apiBase, fetch: ask }), [apiBase, ask])
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
  return {
    root,
    latest,
    ask,
    words,
    settings: settings.type === 'ready' ? settings.settings : undefined,
    code,
    isWrong,
  }
}
