/** Returns 128 bits of a text's SHA-256 in hexadecimal. Only for texts that cannot be guessed, or whose digest is sealed. */
export async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
