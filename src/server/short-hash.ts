/** Short hash of a text: equal texts have equal hashes. Not for secrets: 32 bits can be guessed. */

/** FNV-1a over the UTF-16 units of a text. @returns eight hexadecimal digits, for example `3f9a1c20` */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}
