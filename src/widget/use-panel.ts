/** What the panels about states have in common: their root, and the state that they are about. */
import { useEffect, useRef } from 'react'
import { isStateCode } from '../contract/states.ts'
import type { PanelAt, PanelOptions } from './panel-options.ts'
import { useRoot } from './use-root.ts'
import type { VoterRegistrationProps } from './voter-registration-props.ts'

/** What the component of a panel has beside its options. */
export interface PanelPlace extends Pick<VoterRegistrationProps, 'id' | 'className' | 'style'> {
  /** @internal Hears of what is there to be seen: the panel's element shows its fallback by it. Keep it the same
   *  function. */
  onAt?: (at: PanelAt) => void
}

/** The props of every panel. */
export interface PanelProps extends PanelOptions, PanelPlace {}

/**
 * Makes it.
 *
 * @returns `code` is `undefined` where no state is named, or none that there is, which the console says: then `isWrong`
 */
export function usePanel(props: PanelProps) {
  const { state } = props
  const root = useRef<HTMLDivElement>(null)
  const { client, words, settings } = useRoot(root, props)
  const wished = state?.toUpperCase()
  const code = isStateCode(wished) ? wished : undefined
  const isWrong = wished !== undefined && code === undefined
  useEffect(() => {
    if (isWrong) console.warn(`voter-registration: state must be a code such as "TN", got "${state}".`)
  }, [isWrong, state])
  return { root, client, words, settings: settings.type === 'ready' ? settings.settings : undefined, code, isWrong }
}
