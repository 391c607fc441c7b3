/** Mounts a panel in its element. */
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { type LazyParts, LazyPartsContext } from '../widget/lazy-parts.ts'
import type { PanelAt } from '../widget/panel-options.ts'
import { adoptLaterStyles } from '../widget/styles/stylesheet.ts'
import type { MountPanel } from './panel-element.ts'

/** Creates the function that mounts a panel with its lazy parts. */
export function panelMounter<Props extends object>(
  Panel: ComponentType<Props & { onAt?: (at: PanelAt) => void }>,
  parts: LazyParts,
): MountPanel<Props> {
  return (into, onAt) => {
    adoptLaterStyles(into.getRootNode())
    const root = createRoot(into)
    return {
      show: (props) =>
        root.render(
          <LazyPartsContext.Provider value={parts}>
            <Panel {...props} onAt={onAt} />
          </LazyPartsContext.Provider>,
        ),
      unmount: () => root.unmount(),
    }
  }
}
