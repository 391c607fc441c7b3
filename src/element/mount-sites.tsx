/** Puts the list of sites into the element. */
import { createRoot } from 'react-dom/client'
import { VoterSiteStatus, type VoterSiteStatusProps } from '../widget/uptime/voter-site-status.tsx'
import type { MountPanel } from './panel-element.ts'
import type { SiteStatusOptions } from './voter-site-status-element.ts'

/** Mounts a list. */
export const mountSites: MountPanel<SiteStatusOptions> = (into, onShown) => {
  const root = createRoot(into)
  const onAt: VoterSiteStatusProps['onAt'] = (at) => {
    onShown(at === 'ready' ? 'panel' : 'nothing')
  }
  return {
    show: (props) => root.render(<VoterSiteStatus {...props} onAt={onAt} />),
    unmount: () => root.unmount(),
  }
}
