/** The entry point of `facts-panel.js`, the program of the script's `<voter-state-facts>`. */
import { StateFactsRoot } from '../../widget/facts/state-facts-root.tsx'
import { type LazyParts, lazyPart } from '../../widget/lazy-parts.ts'
import { panelMounter } from '../mount-panel.tsx'
import type { MountPanel } from '../panel-element.ts'
import type { StateFactsOptions } from '../state-facts-element.ts'

/** Creates the function that mounts the panel, with the lazy parts as files beside the script. */
export function createFactsPanel(loadPart: <Part>(file: string) => Promise<Part>): MountPanel<StateFactsOptions> {
  const parts: LazyParts = {
    answerMarkdown: lazyPart(() => loadPart('answer-markdown.js')),
    stateFacts: lazyPart(() => loadPart('state-facts.js')),
  }
  // Both are needed as soon as the BFF has responded.
  void parts.stateFacts?.load()
  void parts.answerMarkdown?.load()
  return panelMounter(StateFactsRoot, parts)
}
