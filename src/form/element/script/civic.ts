/** The entry point of `voter-civic.js`: defines `<voter-state-facts>`, places it where the page asks for it, and adds the
 *  state facts to the form of `voter-registration.js`, if that is on the page. */
import { StateFactsRoot } from '../../widget/facts/state-facts-root.tsx'
import { type LazyParts, lazyPart } from '../../widget/lazy-parts.ts'
import { defineTag } from '../define-tag.ts'
import { panelMounter } from '../mount-panel.tsx'
import { panelElement } from '../panel-element.ts'
import { type StateFactsOptions, stateFactsElement } from '../state-facts-element.ts'
import { joinForm } from './join-form.ts'
import { loadPart } from './load-part.ts'
import { placeBehind, watchForMarked } from './place-elements.ts'
import { scriptTag } from './script-address.ts'

const parts: LazyParts = {
  answerMarkdown: lazyPart(() => loadPart('answer-markdown.js')),
  stateFacts: lazyPart(() => loadPart('state-facts.js')),
}

const VoterStateFactsElement = panelElement<StateFactsOptions>(stateFactsElement, async () => {
  // Both are needed as soon as the BFF has responded.
  void parts.stateFacts?.load()
  void parts.answerMarkdown?.load()
  return panelMounter(StateFactsRoot, parts)
})

const isFirst = defineTag(stateFactsElement.tag, VoterStateFactsElement)
placeBehind(stateFactsElement, scriptTag, 'data-state')
if (isFirst) {
  watchForMarked(stateFactsElement, 'data-state')
  void joinForm('voter-civic.js')
}
