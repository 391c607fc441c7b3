/** The BFF that a page trusts, as its script tag says. */
import { scriptAddress, scriptTag } from './script-address.ts'

/** Returns the script tag with the page's one setting, `data-bff`; this script's own when no tag has it. */
export const settingTag = (): Element | null =>
  scriptTag?.hasAttribute('data-bff') ? scriptTag : (document.querySelector('script[data-bff]') ?? scriptTag)

/** Returns the page's BFF: the setting, else the server that serves this script at `/element/<version>/`. */
export function pageBff(): string | undefined {
  const setting = settingTag()?.getAttribute('data-bff')
  return setting || /^(https?:[^?#]+)\/element\/[^/?#]+\/[^/?#]+([?#]|$)/.exec(scriptAddress)?.[1]
}
