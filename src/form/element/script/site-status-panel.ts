/** The entry point of `site-status-panel.js`, the program of the script's `<voter-site-status>`. It exists only for the list, so
 *  it contains the list. */
import { lazyPart } from '../../widget/lazy-parts.ts'
import { SiteStatusPanel } from '../../widget/uptime/site-status-panel.tsx'
import { SiteStatusRoot } from '../../widget/uptime/site-status-root.tsx'
import { panelMounter } from '../mount-panel.tsx'
import type { MountPanel } from '../panel-element.ts'
import type { SiteStatusOptions } from '../site-status-element.ts'

const parts = { siteStatus: lazyPart(() => Promise.resolve({ SiteStatusPanel })) }

/** Mounts the panel. */
export const mountSiteStatus: MountPanel<SiteStatusOptions> = panelMounter(SiteStatusRoot, parts)
