/** Entry point: only the class of `<voter-registration>`, for a page that defines the tag later or extends the class.
 *  Importing it defines nothing; `defineElement` does. */
export { defineElement, VoterRegistrationElement } from './element/voter-registration-element.ts'
