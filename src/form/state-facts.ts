/** Entry point: the facts of a state as the element `<voter-state-facts>`. Importing it defines the tag. */
import { defineStateFacts } from './element/voter-state-facts-element.ts'

export { type StateFactsOptions, VoterStateFactsElement } from './element/voter-state-facts-element.ts'

defineStateFacts()
