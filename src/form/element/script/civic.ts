/** The entry point of `voter-civic.js`: `<voter-state-facts>`, and the state facts for the form of `voter-registration.js`. */
import { defineTag, enableStateFacts, tagNames } from '../define-tag.ts'
import type * as factsPanel from '../mount-panel.tsx'
import { stateFactsOptions } from '../options.ts'
import { createStateFactsElement } from '../state-facts-element.ts'
import { insertAfterScript, watchPlaceholders } from './auto-mount.ts'
import { loadChunk, loadChunkWithReact, loadReact, scriptTag } from './load-chunk.ts'

const VoterStateFactsElement = createStateFactsElement(async () => {
  const { createFactsPanel } = await loadChunkWithReact<typeof factsPanel>('facts-panel.js')
  return createFactsPanel((file) => loadChunk(file, loadReact()))
})

const factsSpec = { tag: tagNames.stateFacts, options: stateFactsOptions }
const isNew = defineTag(tagNames.stateFacts, VoterStateFactsElement)
insertAfterScript(factsSpec, scriptTag, 'data-state')
if (isNew) {
  watchPlaceholders(factsSpec, 'data-state')
  void enableStateFacts('voter-civic.js')
}
