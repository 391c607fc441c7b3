/** The token in the mail link: identifies the registration, is signed, and expires (R-A66, X12). */

/** How long after its expiry a token is still accepted, in milliseconds: clocks differ. */
const leeway = 30_000

/** The result of checking a token. */
export type TokenCheck = 'good' | 'expired' | 'wrong'

/** Signs and verifies tokens with its own key, made at the start: tokens are valid only in the process that made them. */
export interface ResumeTokens {
  /** @param action the registration's id; a token has nothing personal @param expires milliseconds since 1970 */
  make(action: string, expires: number): Promise<string>
  check(token: string, now: number): Promise<TokenCheck>
}

/** Creates the key for a set of tokens. */
export function createResumeTokens(): ResumeTokens {
  const key = crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
  return {
    async make(action, expires) {
      const claim = `${action}.${expires}`
      const signature = await crypto.subtle.sign('HMAC', await key, new TextEncoder().encode(claim))
      return `${claim}.${toHex(signature)}`
    },
    async check(token, now) {
      const [, claim = '', expires = '', signature = ''] =
        /^([0-9a-f-]{36}\.(\d{1,15}))\.([0-9a-f]{64})$/.exec(token) ?? []
      const bytes = new TextEncoder().encode(claim)
      if (!(await crypto.subtle.verify('HMAC', await key, fromHex(signature), bytes))) return 'wrong'
      return now <= Number(expires) + leeway ? 'good' : 'expired'
    },
  }
}

const toHex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
