/** Mounts the React panel of `<voter-state-facts>`. */
import { createRoot } from 'react-dom/client'
import { StateFactsRoot } from '../widget/facts/state-facts-root.tsx'
import { type LazyParts, LazyPartsContext, lazyPart } from '../widget/lazy-parts.ts'
import { adoptLaterStyles } from '../widget/styles/stylesheet.ts'
import type { MountPanel } from './state-facts-element.ts'

export function createPanelMounter(parts: LazyParts): MountPanel {
  return (container, onStatus) => {
    adoptLaterStyles(container.getRootNode())
    const root = createRoot(container)
    return {
      show: (props) =>
        root.render(
          <LazyPartsContext.Provider value={parts}>
            <StateFactsRoot {...props} onStatusChange={onStatus} />
          </LazyPartsContext.Provider>,
        ),
      unmount: () => root.unmount(),
    }
  }
}

/** For the script tag: the lazy parts are separate script files. */
export function createFactsPanel(loadChunk: <Part>(file: string) => Promise<Part>): MountPanel {
  const parts: LazyParts = {
    answerMarkdown: lazyPart(() => loadChunk('answer-markdown.js')),
    stateFacts: lazyPart(() => loadChunk('state-facts.js')),
  }
  // Both are needed as soon as the BFF has responded.
  void parts.stateFacts?.load()
  void parts.answerMarkdown?.load()
  return createPanelMounter(parts)
}
