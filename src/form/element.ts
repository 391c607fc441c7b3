/** Entry point: the form as the element `<voter-registration>`. Importing it defines the tag. */
import { defineElement } from './element/voter-registration-element.ts'

export type { Diagnosis, DiagnosisCheck } from './element/diagnose.ts'
export type { ElementEventDetail, ElementEventDetails, VoterRegistrationEventMap } from './element/element-events.ts'
export type { ElementOptions, Tracking } from './element/element-options.ts'
export { VoterRegistrationElement } from './element/voter-registration-element.ts'

defineElement()
