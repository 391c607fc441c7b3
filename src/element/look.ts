/** The look inside the element: the very sheet of the React door, and a few rules for the element itself. */
import { lookText } from './look-text.ts'

let sheet: CSSStyleSheet | undefined
let more = ''

/** One sheet for all elements. Made by script, so that no content security policy has to allow inline styles. Throws in
 *  browsers without constructable style sheets (before 2023). */
export function look(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(lookText + more)
  }
  return sheet
}

/** Adds rules to the sheet: what is on the page already gets them too. */
export function addLook(text: string): void {
  more += text
  sheet?.replaceSync(lookText + more)
}
