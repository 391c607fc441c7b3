/** Door: the class of `<voter-registration>` alone, for a page that defines the tag later or extends it. Importing it defines
 *  nothing; `defineElement` does. */
export { defineElement, VoterRegistrationElement } from './element/voter-registration-element.ts'
