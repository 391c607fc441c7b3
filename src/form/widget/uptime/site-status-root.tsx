/** The status of state election sites as a separate component, without the lazy parts, which each entry point provides. */
import { useState } from 'react'
import { useBrowserLayoutEffect } from '../effects.ts'
import { useLazyPart } from '../lazy-parts.ts'
import { ErrorBoundary } from '../screens/error-boundary.tsx'
import { type PanelProps, usePanel } from '../use-panel.ts'
import { rootAttributes } from '../use-root.ts'

/** Props of `<VoterSiteStatus>`. If `state` is left out, all states are shown. */
export interface VoterSiteStatusProps extends PanelProps {}

/** Shows nothing where the BFF monitors no sites, and until they are loaded. */
export function SiteStatusRoot(props: VoterSiteStatusProps) {
  const { messages, headingLevel = 2, onAt } = props
  const { root, client, words, settings, code, isWrong } = usePanel(props)
  const watches = settings?.features.sites === true && !isWrong
  const part = useLazyPart('siteStatus', watches)
  const [isShown, setShown] = useState(false)
  const isThere = watches && typeof part !== 'string'
  useBrowserLayoutEffect(() => {
    onAt?.(isThere && isShown ? 'ready' : 'nothing')
  }, [isThere, isShown, onAt])
  return (
    <div ref={root} {...rootAttributes(props, words)} hidden={!isThere || !isShown}>
      {isThere && (
        <ErrorBoundary fallback={null} onBroken={() => onAt?.('nothing')}>
          <part.SiteStatusPanel
            client={client}
            code={code}
            messages={messages}
            words={words}
            headingLevel={headingLevel}
            onShown={setShown}
          />
        </ErrorBoundary>
      )}
    </div>
  )
}
