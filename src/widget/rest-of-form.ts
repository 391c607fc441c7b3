/** What a form needs only once somebody fills it in: the checks, the sending, and the screens after an answer. One part,
 *  loaded as soon as the form stands: see `load-rest-of-form.ts`. */
export { createBffSending } from './bff-sending.ts'
export { AnswerFactsSlot } from './civic/answer-facts-slot.tsx'
export { Answer } from './registration/answer.tsx'
export { ageOn, readBirthDate } from './registration/birth-date.ts'
export { checkValues } from './registration/check-values.ts'
export { formSchema } from './registration/form-schema.ts'
export { MayHaveBeenSent } from './registration/may-have-been-sent.tsx'
export { findingsOf, readRefusal } from './registration/refused.ts'
export { toRequest } from './registration/to-request.ts'
export { createSending } from './sending.ts'
