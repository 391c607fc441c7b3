/** Makes keys for one purpose each out of the BFF's key material, so that what is made for one is of no use for another. */

/**
 * HKDF-SHA-256.
 *
 * @param material at least 32 bytes, or the API secret
 * @param purpose what the key is for, for example `press v1`; another purpose is another key
 */
export async function deriveKey(
  material: Uint8Array<ArrayBuffer>,
  purpose: string,
  kind: 'seal' | 'sign',
): Promise<CryptoKey> {
  const source = await crypto.subtle.importKey('raw', material, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode(`voter-registration ${purpose}`)
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  return kind === 'seal'
    ? crypto.subtle.deriveKey(how, source, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
    : crypto.subtle.deriveKey(how, source, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign'])
}
