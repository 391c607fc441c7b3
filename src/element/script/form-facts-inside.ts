/** The facts as parts of the form. */
export { AnswerFactsSlot } from '../../widget/civic/answer-facts-slot.tsx'
export { FactsSlot } from '../../widget/civic/facts-slot.tsx'
