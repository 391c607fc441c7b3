/** Puts the list of sites into the element. */
import { createRoot } from 'react-dom/client'
import { type LazyParts, LazyPartsContext } from '../widget/lazy-parts.ts'
import { SiteStatusRoot, type VoterSiteStatusProps } from '../widget/uptime/site-status-root.tsx'
import type { MountPanel } from './panel-element.ts'
import type { SiteStatusOptions } from './site-status-element.ts'

/** Makes the function that mounts a list. */
export function sitesMounter(parts: LazyParts): MountPanel<SiteStatusOptions> {
  return (into, onShown) => {
    const root = createRoot(into)
    const onAt: VoterSiteStatusProps['onAt'] = (at) => {
      onShown(at === 'ready' ? 'panel' : 'nothing')
    }
    return {
      show: (props) =>
        root.render(
          <LazyPartsContext.Provider value={parts}>
            <SiteStatusRoot {...props} onAt={onAt} />
          </LazyPartsContext.Provider>,
        ),
      unmount: () => root.unmount(),
    }
  }
}
