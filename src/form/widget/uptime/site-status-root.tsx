/** The status of state election sites as a separate component, without the lazy parts, which each entry point provides. */
import { definePanel, type PanelPlace } from '../define-panel.tsx'
import { useLazyPart } from '../lazy-parts.ts'
import type { PanelOptions } from '../panel-options.ts'

/** Props of `<VoterSiteStatus>`. If `state` is left out, all states are shown. */
export interface VoterSiteStatusProps extends PanelOptions, PanelPlace {}

/** Shows nothing where the BFF monitors no sites, and until they are loaded. */
export const SiteStatusRoot = definePanel<PanelOptions>(
  ({ client, settings, code, words, onAt }, { messages, headingLevel = 2 }) => {
    const isOffered = settings?.features.sites === true
    const part = useLazyPart('siteStatus', isOffered)
    if (!isOffered || typeof part === 'string') return undefined
    return (
      <part.SiteStatusPanel
        client={client}
        code={code}
        messages={messages}
        words={words}
        headingLevel={headingLevel}
        onAt={onAt}
      />
    )
  },
)
