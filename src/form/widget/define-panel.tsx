/** Defines the panels about states: each is a component with a root element of its own, for React and for the elements. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Settings } from '../../contract/bff-api.ts'
import { isStateCode, type StateCode, stateCodes } from '../../contract/states.ts'
import { useBrowserLayoutEffect } from './effects.ts'
import { createReadingClient, type ReadingClient } from './flow/reading-client.ts'
import type { Words } from './messages/catalogue.ts'
import type { PanelAt, PanelOptions } from './panel-options.ts'
import { ErrorBoundary } from './screens/error-boundary.tsx'
import { rootAttributes, useRoot } from './use-root.ts'
import type { VoterRegistrationProps } from './voter-registration-props.ts'

/** The public props of a panel's component besides its options. */
export type PanelPlace = Pick<VoterRegistrationProps, 'id' | 'className' | 'style'>

/** What a panel's content is rendered from. */
export interface Panel {
  client: ReadingClient
  words: Words
  /** `undefined` until they are loaded, and for an unknown state: then there is nothing to show. */
  settings: Settings | undefined
  /** `undefined` without a state. */
  code: StateCode | undefined
  /** For the content: what it shows; nothing until it has called this. Always the same function. */
  onAt: (at: PanelAt) => void
}

/**
 * Defines a panel.
 *
 * @param useContent a hook that returns the content; `undefined` where there is nothing to show. Its lazy part comes from the
 *  entry point
 * @returns the component. It is hidden whenever there is nothing to show, also after an error in its content; the console
 *  warns of an unknown state. Its element passes `onAt`, always the same function, and shows or hides the fallback
 */
export function definePanel<Options extends PanelOptions>(
  useContent: (panel: Panel, options: Options) => ReactNode,
): (props: Options & PanelPlace & { onAt?: ((at: PanelAt) => void) | undefined }) => ReactNode {
  return function PanelRoot(props) {
    const { state, onAt } = props
    const root = useRef<HTMLDivElement>(null)
    const base = useRoot(root, props, createReadingClient)
    const { words, settings } = base
    const requested = state?.toUpperCase()
    const code = isStateCode(requested) ? requested : undefined
    const isWrong = requested !== undefined && code === undefined
    useEffect(() => {
      if (isWrong) console.warn(`voter-registration: state="${state}" is no state. There are ${stateCodes.join(', ')}.`)
    }, [isWrong, state])
    const [contentAt, setContentAt] = useState<PanelAt>('nothing')
    const content = useContent(
      {
        ...base,
        settings: settings.type === 'ready' && !isWrong ? settings.settings : undefined,
        code,
        onAt: setContentAt,
      },
      props,
    )
    const at = content === undefined ? 'nothing' : contentAt
    // Before paint: the element around it swaps its fallback at the same time.
    useBrowserLayoutEffect(() => {
      onAt?.(at)
    }, [at, onAt])
    return (
      <div ref={root} {...rootAttributes(props, words)} hidden={at === 'nothing'}>
        {content !== undefined && (
          <ErrorBoundary key={code} fallback={null} onBroken={() => setContentAt('nothing')}>
            {content}
          </ErrorBoundary>
        )}
      </div>
    )
  }
}
