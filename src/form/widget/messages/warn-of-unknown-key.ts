/** Names the texts that there are where a partner's key names none. */

/**
 * Warns in the console about a key of `messages`, and lists the keys in the part that it begins with, else the parts.
 *
 * @param english the texts that the key is looked up in
 */
export function warnOfUnknownKey(key: string, english: object): void {
  const [first] = key.split('.')
  const [name, part] = Object.entries(english).find(([one]) => one === first) ?? ['messages', english]
  console.warn(`voter-registration: messages["${key}"] names no text. In ${name}: ${Object.keys(part).join(', ')}.`)
}
