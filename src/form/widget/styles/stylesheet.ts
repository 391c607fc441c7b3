/** Constructable style sheets: the rules of `styles.css`, and a few for shadow roots. */
import { firstScreenText, laterScreensText, shadowRootText } from './stylesheet-text.ts'

/** All forms share one sheet, created by script, so that the CSP need not allow inline styles. Throws in browsers without
 *  constructable style sheets (before 2023). Ignores a root that is removed from the page. */
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

/** Adds the styles of the first screen to a document or shadow root. In a document they affect only our own classes. */
export const adoptFirstScreenStyles = /* @__PURE__ */ createStyleAdopter(firstScreenText, shadowRootText)

export const adoptLaterStyles = /* @__PURE__ */ createStyleAdopter(laterScreensText)
