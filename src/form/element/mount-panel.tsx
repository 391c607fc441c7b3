/** Mounts the state facts in their element. */
import { createRoot } from 'react-dom/client'
import { StateFactsRoot } from '../widget/facts/state-facts-root.tsx'
import { type LazyParts, LazyPartsContext } from '../widget/lazy-parts.ts'
import { adoptLaterStyles } from '../widget/styles/stylesheet.ts'
import type { MountPanel } from './state-facts-element.ts'

/** Creates the function that mounts the panel with its lazy parts. */
export function createPanelMounter(parts: LazyParts): MountPanel {
  return (into, onAt) => {
    adoptLaterStyles(into.getRootNode())
    const root = createRoot(into)
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
