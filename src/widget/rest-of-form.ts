/** What a form needs only once somebody fills it in: the checks, the sending, and the screens after an answer. One part,
 *  loaded as soon as the form stands: see `load-rest-of-form.ts`. */

export { AnswerFactsSlot } from './civic/answer-facts-slot.tsx'
export { createBffSending } from './flow/bff-client.ts'
export { createSending } from './flow/submission.ts'
export { ageOn, readBirthDate } from './form/birth-date.ts'
export { checkValues } from './form/check-values.ts'
export { formSchema } from './form/form-schema.ts'
export { findingsOf, readRefusal } from './form/server-errors.ts'
export { toRequest } from './form/to-request.ts'
export { Answer } from './screens/answer.tsx'
export { MayHaveBeenSent } from './screens/may-have-been-sent.tsx'
