/** Loads the facts' panel when the first one is to be shown. The script file has its own way, see `script/stand-ins`. */
import type { MountPanel } from './panel-element.ts'
import type { StateFactsOptions } from './voter-state-facts-element.ts'

/** How to mount a panel. Rejects when it cannot be had. */
export async function loadFacts(): Promise<MountPanel<StateFactsOptions>> {
  const { mountFacts } = await import('./mount-facts.tsx')
  return mountFacts
}
