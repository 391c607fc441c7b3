/** The state facts as one lazy part: beside the form, below the date of birth, on the answer screen, and on their own. */
export { AgeBesideForm } from './age-note.tsx'
export { AnswerBring } from './answer-bring.tsx'
export { AnswerDates } from './answer-dates.tsx'
export { AnswerFacts } from './answer-facts.tsx'
export { CheckBesideForm, OfficialOfState } from './check-first.ts'
export { DidYouFinish } from './did-you-finish.tsx'
export { FactsBesideForm } from './facts-beside-form.tsx'
export { StateFactsPanel } from './state-facts-panel.tsx'
