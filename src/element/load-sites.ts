/** Loads the list of sites when the first one is to be shown. The script file has its own way, see `script/stand-ins`. */
import type { MountPanel } from './panel-element.ts'
import type { SiteStatusOptions } from './voter-site-status-element.ts'

/** How to mount a list. Rejects when it cannot be had. */
export async function loadSites(): Promise<MountPanel<SiteStatusOptions>> {
  const { mountSites } = await import('./mount-sites.tsx')
  return mountSites
}
