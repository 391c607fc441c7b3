/** Where this script came from. Only known while it first runs, so it is read at once. */

/** The script's own tag; `null` in a module. */
export const scriptTag = typeof document === 'undefined' ? null : asScript(document.currentScript)

/** The script's address, for what lies beside it. */
export const scriptAddress: string | undefined = scriptTag === null || scriptTag.src === '' ? undefined : scriptTag.src

function asScript(element: HTMLOrSVGScriptElement | null): HTMLScriptElement | null {
  return element instanceof HTMLScriptElement ? element : null
}
