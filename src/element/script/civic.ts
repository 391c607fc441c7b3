/** The entry of `voter-civic.js`: defines `<voter-state-facts>`, puts it where the page has asked for it, and gives the form
 *  of `voter-registration.js` its facts, if that is on the page. */
import { type LazyParts, lazyPart } from '../../widget/lazy-parts.ts'
import { defineTag } from '../define-tag.ts'
import { factsMounter } from '../mount-facts.tsx'
import type { MountPanel } from '../panel-element.ts'
import { StateFactsElement, type StateFactsOptions } from '../state-facts-element.ts'
import { tagNames } from '../tag-names.ts'
import { joinForm } from './join-form.ts'
import { loadPart } from './load-part.ts'
import { placeBehind, watchForMarked } from './place-elements.ts'
import { scriptTag } from './script-address.ts'

const parts: LazyParts = {
  answerMarkdown: lazyPart(() => loadPart('answer-markdown.js')),
  stateFacts: lazyPart(() => loadPart('state-facts.js')),
}

class VoterStateFactsElement extends StateFactsElement {
  protected override async loadPanel(): Promise<MountPanel<StateFactsOptions>> {
    // Both are wanted as soon as the BFF has answered.
    void parts.stateFacts?.load()
    void parts.answerMarkdown?.load()
    return factsMounter(parts)
  }
}

const isFirst = defineTag(tagNames.stateFacts, VoterStateFactsElement)
placeBehind(tagNames.stateFacts, scriptTag, 'data-state')
if (isFirst) {
  watchForMarked(tagNames.stateFacts)
  void joinForm('voter-civic.js')
}
