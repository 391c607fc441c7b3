/** The state facts as one lazy part: beside the form, below the date of birth, on the answer screen, and on their own. */
export { AgeBesideForm } from './age-note.tsx'
export { AnswerFacts } from './answer-facts.tsx'
export { CheckBesideForm } from './check-first.ts'
export { DidYouFinish } from './did-you-finish.tsx'
export { FactsBesideForm } from './facts-beside-form.tsx'
export { StateFactsPanel } from './state-facts-panel.tsx'
export { ZipBesideForm } from './zip-place.tsx'
