/** The entry point of `facts-panel.js`, the program of the script's `<voter-state-facts>`. */
import { type LazyParts, lazyPart } from '../../widget/lazy-parts.ts'
import { createPanelMounter } from '../mount-panel.tsx'
import type { MountPanel } from '../state-facts-element.ts'

/** Creates the function that mounts the panel, with the lazy parts as files beside the script. */
export function createFactsPanel(loadPart: <Part>(file: string) => Promise<Part>): MountPanel {
  const parts: LazyParts = {
    answerMarkdown: lazyPart(() => loadPart('answer-markdown.js')),
    stateFacts: lazyPart(() => loadPart('state-facts.js')),
  }
  // Both are needed as soon as the BFF has responded.
  void parts.stateFacts?.load()
  void parts.answerMarkdown?.load()
  return createPanelMounter(parts)
}
