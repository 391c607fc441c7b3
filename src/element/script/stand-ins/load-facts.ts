/** Stands in for `load-facts.ts` in the script file: the panel is inside, and drawn with the file's own copy of Preact,
 *  since the page may have no form. */
import { factsMounter } from '../../facts-mounter.ts'
import type { loadFacts as load } from '../../load-facts.ts'
import { makeFacts } from '../make-facts.ts'
import type * as own from '../own-library.ts'
import makeLibrary from '../own-library.ts?inside'

let mount: ReturnType<typeof factsMounter> | undefined

/** How to mount a panel. Rejects where it cannot be made. */
export const loadFacts: typeof load = async () => {
  if (mount !== undefined) return mount
  const { createRoot, ownLibrary } = makeLibrary() as typeof own
  const { VoterStateFacts } = makeFacts(ownLibrary)
  mount = factsMounter(createRoot, (props) => ownLibrary.jsx.jsx(VoterStateFacts, props))
  return mount
}
