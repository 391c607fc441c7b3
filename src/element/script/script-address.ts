/** Where this script came from. */

/** The script's own tag; `null` in a module. Only known while it first runs, so it is read at once. */
export const scriptTag = typeof document === 'undefined' ? null : asScript(document.currentScript)

let address = scriptTag?.src

/** The script's address, for what lies beside it; `undefined` where it is written into the page. */
export function scriptAddress(): string | undefined {
  return address === '' ? undefined : address
}

/** A module has no tag, but knows where it came from. */
export function tellAddress(moduleUrl: string): void {
  address = moduleUrl
}

function asScript(element: HTMLOrSVGScriptElement | null): HTMLScriptElement | null {
  return element instanceof HTMLScriptElement ? element : null
}
