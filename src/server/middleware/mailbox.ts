/** The mailbox of an e-mail address: one person's address in another spelling is the same mailbox. Only to count; what is
 *  sent is what the voter typed. */

/** Providers whose mailboxes have several spellings, as they document them. Elsewhere a dot makes another person's address. */
const providers: readonly { domains: readonly string[]; ignored: RegExp }[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  { domains: ['proton.me', 'protonmail.com', 'pm.me'], ignored: /[._-]/g },
]

/** Returns the mailbox of an address: `A.Voter+news@GoogleMail.com` becomes `avoter@gmail.com`, and `A.Voter+news@Example.org`
 *  `a.voter@example.org`. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [name = ''] = email.slice(0, at).toLowerCase().split('+', 1)
  const domain = email.slice(at + 1).toLowerCase()
  const provider = providers.find(({ domains }) => domains.includes(domain))
  if (provider === undefined) return `${name}@${domain}`
  return `${name.replaceAll(provider.ignored, '')}@${provider.domains[0]}`
}
