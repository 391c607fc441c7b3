/** Checks whether passwords and sealed data would cross a network unencrypted. Web platform only. */

/** Names and addresses of this machine, and folders of Unix sockets. */
const here = /^$|^(\/|%2f)|^(.+\.)?localhost$|^\[?::1\]?$|^127(\.\d{1,3}){3}$/i

/** Values of `sslmode` with which pg connects only over TLS. */
const encrypted: ReadonlySet<string> = new Set(['prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'])

/**
 * Returns the problem of the URL of a PostgreSQL on another machine that does not specify whether it is encrypted.
 *
 * @param address `postgres://…`; anything that is not a URL has no problem here
 */
export function unencryptedProblem(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { hostname, searchParams } = new URL(address)
  const host = searchParams.get('host') ?? hostname
  const mode = searchParams.get('sslmode') ?? ''
  // With a certificate pg encrypts.
  const isEncrypted = encrypted.has(mode) || searchParams.get('ssl') === 'true' || /[?&]ssl(root)?cert=/.test(address)
  if (here.test(host) || isEncrypted || mode === 'disable') return undefined
  return 'is on another machine and does not say whether it is encrypted. Add ?sslmode=verify-full, or ?sslmode=disable where nobody else is on the network.'
}
