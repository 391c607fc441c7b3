/** Global Privacy Control: a browser's request not to sell or share what it does. */

/** Returns whether the browser sends it: then everything optional is left out. */
export function asksForPrivacy(): boolean {
  return 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true
}
