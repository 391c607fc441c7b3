/** Everything about facts, as parts of the form and alone. */
export { VoterStateFacts } from '../../widget/civic/voter-state-facts.tsx'
export * from './form-facts-inside.ts'
