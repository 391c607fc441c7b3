/** Whether passwords and sealed data would cross a network in clear. Web platform only. */

/** Names and addresses of this machine, and folders of sockets. */
const here = /^$|^(\/|%2f)|^(.+\.)?localhost$|^\[?::1\]?$|^127(\.\d{1,3}){3}$/i

/** Values of `sslmode` with which pg speaks TLS or not at all. */
const encrypted: ReadonlySet<string> = new Set(['prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'])

/**
 * What is wrong with the address of a PostgreSQL on another machine that does not say whether it is encrypted.
 *
 * @param address `postgres://…`; for anything else that is no address, nothing is wrong here
 */
export function unencryptedProblem(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { hostname, searchParams } = new URL(address)
  const host = searchParams.get('host') ?? hostname
  const mode = searchParams.get('sslmode') ?? ''
  // Where pg is given a certificate, it encrypts.
  const isEncrypted = encrypted.has(mode) || searchParams.get('ssl') === 'true' || /[?&]ssl(root)?cert=/.test(address)
  if (here.test(host) || isEncrypted || mode === 'disable') return undefined
  return 'is on another machine and does not say whether it is encrypted. Add ?sslmode=verify-full, or ?sslmode=disable where nobody else is on the network.'
}
