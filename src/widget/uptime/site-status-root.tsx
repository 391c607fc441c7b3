/** How the sites of states are, as a component of its own, without the parts that an entry hands in. */
import { useState } from 'react'
import { useBrowserLayoutEffect } from '../effects.ts'
import { useLazyPart } from '../lazy-parts.ts'
import { ErrorBoundary } from '../screens/error-boundary.tsx'
import { type PanelProps, usePanel } from '../use-panel.ts'
import { rootAttributes } from '../use-root.ts'

/** Props of `<VoterSiteStatus>`. All states are shown where `state` is left out. */
export interface VoterSiteStatusProps extends PanelProps {}

/** Shows nothing where the BFF watches no sites, and before they are there. */
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
