/** The style sheet as one made by script: the very rules of the React door's file, and a few for a shadow root. */
import { lookText } from './stylesheet-text.ts'

/**
 * Makes what gives a document or a shadow root a sheet, unless it has it. One sheet for all forms of the page, made by script,
 * so that no content security policy has to allow inline styles.
 *
 * @returns throws in browsers without constructable style sheets (before 2023)
 */
export function styleAdopter(text: string): (root: DocumentOrShadowRoot) => void {
  let sheet: CSSStyleSheet | undefined
  return (root) => {
    if (sheet === undefined) {
      sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
    }
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  }
}

/** Gives a document or a shadow root the form's sheet. In a document it concerns nothing but our own classes. */
export const adoptStyles = styleAdopter(lookText)
