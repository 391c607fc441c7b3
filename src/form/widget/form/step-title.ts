/** The title of a step of the form. */
import type { Words } from '../messages/catalogue.ts'
import type { FormStep } from './form-steps.ts'

/** Returns the heading of a step: the progress and the topic, for example "Step 2 of 4: Name and birth". */
export function stepTitle(at: FormStep, steps: readonly FormStep[], words: Words): string {
  if (at === 'page') return words.form.heading
  if (at === 'review') return words.steps.review
  const groups = steps.filter((step) => step !== 'review')
  return words.steps.progress({ number: groups.indexOf(at) + 1, total: groups.length, step: words.steps[at] })
}
