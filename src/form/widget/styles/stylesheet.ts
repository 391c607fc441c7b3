/** The style sheet as constructable ones: the same rules as in the file for React, and a few for a shadow root. */
import { firstScreenText, laterScreensText, shadowRootText } from './stylesheet-text.ts'

/** All forms share one sheet, created by script: no content security policy has to allow inline styles. Throws in browsers
 *  without constructable style sheets (before 2023); a root that has been taken off its page is left as it is. */
export function createStyleAdopter(...texts: string[]): (root: Node & Partial<DocumentOrShadowRoot>) => void {
  let sheet: CSSStyleSheet | undefined
  return (root) => {
    if (sheet === undefined) {
      sheet = new CSSStyleSheet()
      sheet.replaceSync(texts.join(''))
    }
    if (root.adoptedStyleSheets?.includes(sheet) === false)
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  }
}

/** Adds what the first screen needs to a document or a shadow root. In a document it only affects our own classes. */
export const adoptFirstScreenStyles = /* @__PURE__ */ createStyleAdopter(firstScreenText, shadowRootText)

export const adoptLaterStyles = /* @__PURE__ */ createStyleAdopter(laterScreensText)
