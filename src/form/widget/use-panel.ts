/** Shared code of the panels about states: their root, and their state. */
import { useEffect, useRef } from 'react'
import { isStateCode } from '../../contract/states.ts'
import type { PanelAt, PanelOptions } from './panel-options.ts'
import { useRoot } from './use-root.ts'
import type { VoterRegistrationProps } from './voter-registration-props.ts'

/** The props of a panel's component besides its options. */
export interface PanelPlace extends Pick<VoterRegistrationProps, 'id' | 'className' | 'style'> {
  /** @internal Called with what the panel shows; its element then shows or hides the fallback. Keep it the same
   *  function. */
  onAt?: (at: PanelAt) => void
}

/** The props of every panel. */
export interface PanelProps extends PanelOptions, PanelPlace {}

/**
 * Prepares a panel.
 *
 * @returns `code` is `undefined` without a state, and for an unknown one, which the console warns of: then `isWrong` is true
 */
export function usePanel(props: PanelProps) {
  const { state } = props
  const root = useRef<HTMLDivElement>(null)
  const { client, words, settings } = useRoot(root, props)
  const requested = state?.toUpperCase()
  const code = isStateCode(requested) ? requested : undefined
  const isWrong = requested !== undefined && code === undefined
  useEffect(() => {
    if (isWrong) console.warn(`voter-registration: state must be a code such as "TN", got "${state}".`)
  }, [isWrong, state])
  return { root, client, words, settings: settings.type === 'ready' ? settings.settings : undefined, code, isWrong }
}
