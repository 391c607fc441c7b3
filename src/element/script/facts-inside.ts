/** Everything about facts, as parts of the form and alone. */
export { AnswerFactsSlot } from '../../widget/civic/answer-facts-slot.tsx'
export { FactsSlot } from '../../widget/civic/facts-slot.tsx'
export { VoterStateFacts } from '../../widget/civic/voter-state-facts.tsx'
