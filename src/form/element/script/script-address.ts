/** The address of this script, and the server that its tag says the page trusts. */

/** The script's own tag; `null` in a module, and in a copy that runs without a tag. It is only known while the script first
 *  runs, so it is read at once. */
export const scriptTag = typeof document === 'undefined' ? null : asScript(document.currentScript)

/** The script's address: a module knows its own, and a classic file that runs as a module has a tag to look for. Empty for a
 *  copy inside the page or in a `blob:`, and for one that another script evaluates. */
export const scriptAddress = (scriptTag === null ? import.meta.url || tagAddress() : scriptTag.src).replace(
  /^(blob|data):.*/s,
  '',
)

function tagAddress(): string {
  if (typeof document === 'undefined') return ''
  return document.querySelector<HTMLScriptElement>('script[src*="/voter-registration."]')?.src ?? ''
}

function asScript(element: HTMLOrSVGScriptElement | null): HTMLScriptElement | null {
  return element instanceof HTMLScriptElement ? element : null
}

/** Returns the script tag with the page's one setting, `data-bff`; this script's own when no tag has it. */
export const settingTag = (): Element | null =>
  scriptTag?.hasAttribute('data-bff') ? scriptTag : (document.querySelector('script[data-bff]') ?? scriptTag)

/** Returns the page's BFF: the setting, else the server that serves this script at `/element/<version>/`. */
export function pageBff(): string | undefined {
  const setting = settingTag()?.getAttribute('data-bff')
  return setting || /^(https?:[^?#]+)\/element\/[^/?#]+\/[^/?#]+([?#]|$)/.exec(scriptAddress)?.[1]
}
