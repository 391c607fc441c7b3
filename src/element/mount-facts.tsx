/** Puts the facts of a state into the element. */
import { createRoot } from 'react-dom/client'
import { StateFactsRoot, type VoterStateFactsProps } from '../widget/civic/state-facts-root.tsx'
import { type LazyParts, LazyPartsContext } from '../widget/lazy-parts.ts'
import type { MountPanel } from './panel-element.ts'
import type { StateFactsOptions } from './state-facts-element.ts'

/** Beside the line that the facts cannot be had stands what the page has to say instead. */
const shown = { nothing: 'nothing', loading: 'waiting', ready: 'panel', failed: 'both' } as const

/** Makes the function that mounts a panel. */
export function factsMounter(parts: LazyParts): MountPanel<StateFactsOptions> {
  return (into, onShown) => {
    const root = createRoot(into)
    const onAt: VoterStateFactsProps['onAt'] = (at) => {
      onShown(shown[at])
    }
    return {
      show: (props) =>
        root.render(
          <LazyPartsContext.Provider value={parts}>
            <StateFactsRoot {...props} onAt={onAt} />
          </LazyPartsContext.Provider>,
        ),
      unmount: () => root.unmount(),
    }
  }
}
