/** The entry point of `voter-civic.js`: `<voter-state-facts>`, and the state facts for the form of `voter-registration.js`. */
import { defineTag, joinForm, tagNames } from '../define-tag.ts'
import type * as factsPanel from '../mount-panel.tsx'
import { stateFactsOptions } from '../options.ts'
import { createStateFactsElement } from '../state-facts-element.ts'
import { loadLibrary, loadPart, loadWithLibrary, scriptTag } from './load-part.ts'
import { placeBehind, watchForMarked } from './place-elements.ts'

const VoterStateFactsElement = createStateFactsElement(async () => {
  const { createFactsPanel } = await loadWithLibrary<typeof factsPanel>('facts-panel.js')
  return createFactsPanel((file) => loadPart(file, loadLibrary()))
})

const placed = { tag: tagNames.stateFacts, options: stateFactsOptions }
const isFirst = defineTag(tagNames.stateFacts, VoterStateFactsElement)
placeBehind(placed, scriptTag, 'data-state')
if (isFirst) {
  watchForMarked(placed, 'data-state')
  void joinForm('voter-civic.js')
}
