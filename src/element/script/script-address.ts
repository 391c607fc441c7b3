/** The address of this script. */

/** The script's own tag; `null` in a module. It is only known while the script first runs, so it is read at once. */
export const scriptTag = typeof document === 'undefined' ? null : asScript(document.currentScript)

/** The script's address: a module has no tag, but knows its own. Empty for an inline script. */
export const scriptAddress = scriptTag === null ? import.meta.url : scriptTag.src

/** Returns the address of a file beside this one. Throws for an inline script. */
export function besideScript(file: string): string {
  if (scriptAddress === '') throw new Error(`The script is written into the page, so it cannot find ${file}.`)
  return new URL(file, scriptAddress).href
}

function asScript(element: HTMLOrSVGScriptElement | null): HTMLScriptElement | null {
  return element instanceof HTMLScriptElement ? element : null
}
