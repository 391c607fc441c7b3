/** The facts of a state as a separate component, without the lazy parts, which each entry point provides. */
import { useEffect } from 'react'
import { useLazyPart } from '../lazy-parts.ts'
import type { StateFactsOptions } from '../panel-options.ts'
import { serviceTexts } from '../screens/answer-text.tsx'
import { ErrorBoundary } from '../screens/error-boundary.tsx'
import { type PanelPlace, usePanel } from '../use-panel.ts'
import { rootAttributes } from '../use-root.ts'
import { useFactsAccess } from './facts-access.ts'

/** Props of `<VoterStateFacts>`. */
export interface VoterStateFactsProps extends StateFactsOptions, PanelPlace {}

/** Shows nothing where the BFF has no facts, and for an invalid state code. */
export function StateFactsRoot(props: VoterStateFactsProps) {
  const { region, fields, messages, headingLevel = 2, onAt } = props
  const { root, client, words, settings, code } = usePanel(props)
  const access = useFactsAccess(client, settings)
  const part = useLazyPart('stateFacts', access !== undefined && code !== undefined)
  const isShown = access !== undefined && code !== undefined && typeof part !== 'string'
  useEffect(() => {
    if (!isShown) onAt?.('nothing')
  }, [isShown, onAt])
  return (
    <div ref={root} {...rootAttributes(props, words)} hidden={!isShown}>
      {isShown && (
        <ErrorBoundary key={code} fallback={null} onBroken={() => onAt?.('nothing')}>
          <part.StateFactsPanel
            access={access}
            code={code}
            region={region}
            fields={fields}
            messages={messages}
            formWords={words}
            headingLevel={headingLevel}
            {...serviceTexts}
            onAt={onAt}
          />
        </ErrorBoundary>
      )}
    </div>
  )
}
