/** The style sheet as a constructable one: the same rules as in the file for React, and a few for a shadow root. */
import { styleAdopter } from './style-adopter.ts'
import { lookText } from './stylesheet-text.ts'

/** Adds the form's style sheet to a document or a shadow root. In a document it only affects our own classes. */
export const adoptStyles = styleAdopter(lookText)
