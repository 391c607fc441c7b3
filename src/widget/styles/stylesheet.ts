/** The style sheet as one made by script: the very rules of the React door's file, and a few for a shadow root. */
import { lookText } from './stylesheet-text.ts'

let sheet: CSSStyleSheet | undefined

/** Gives a document or a shadow root the sheet, unless it has it. In a document it concerns nothing but our own classes.
 *  Throws in browsers without constructable style sheets (before 2023). */
export function wear(root: DocumentOrShadowRoot): void {
  const ours = styleSheet()
  if (!root.adoptedStyleSheets.includes(ours)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, ours]
}

/** One sheet for all forms of the page. Made by script, so that no content security policy has to allow inline styles. */
function styleSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(lookText)
  }
  return sheet
}
