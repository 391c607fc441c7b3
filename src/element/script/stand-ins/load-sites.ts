/** Stands in for `load-sites.ts` in the script file, which is one file: the list is made when the first one is shown. */
import type { loadSites as load } from '../../load-sites.ts'
import type * as inside from '../sites-inside.ts'
import make from '../sites-inside.ts?inside'

let made: typeof inside | undefined

/** How to mount a list. Rejects where it cannot be made. */
export const loadSites: typeof load = async () => {
  made ??= make() as typeof inside
  return made.mountSites
}
