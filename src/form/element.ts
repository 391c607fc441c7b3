/** Entry point: the form as the element `<voter-registration>`. Importing it defines the tag. */
import { defineElement } from './element-class.ts'

export type { LanguageCode } from '../contract/languages.ts'
export type { RequestField } from '../contract/request-fields.ts'
export type { StateCode } from '../contract/states.ts'
export type { Diagnosis, DiagnosisCheck } from './element/diagnose.ts'
export type { ElementEventDetail, ElementEventDetails, VoterRegistrationEventMap } from './element/element-events.ts'
export type { ElementOptions, Tracking } from './element/options.ts'
export { VoterRegistrationElement } from './element-class.ts'
export type { MessageKey } from './locales/catalog.ts'
export type { FormErrorCode } from './widget/flow/flow-reducer.ts'
export type { Locale, Prefill, PrefillField, StateName } from './widget/options.ts'

defineElement()
