/** The style sheet as constructable ones: the same rules as in the file for React, and a few for a shadow root. */
import { styleAdopter } from './style-adopter.ts'
import { firstScreenText, laterScreensText, ownRootText } from './stylesheet-text.ts'

/** Adds what the first screen needs to a document or a shadow root. In a document it only affects our own classes. */
export const adoptFirstScreenStyles = /* @__PURE__ */ styleAdopter(firstScreenText, ownRootText)

/** Adds what all other screens need. */
export const adoptLaterStyles = /* @__PURE__ */ styleAdopter(laterScreensText)
