/** The cookies of one check. Many sites redirect a new client once to set one; without cookies, they redirect it forever. */

/** A cookie jar, with the hosts of each cookie. */
export class Cookies {
  readonly #set = new Map<string, { domain: string; whole: boolean; pair: string }>()

  /** Stores the cookies of a response. */
  take(host: string, headers: string | string[] | undefined): void {
    for (const header of typeof headers === 'string' ? [headers] : (headers ?? [])) {
      const [pair = '', ...attributes] = header.split(';').map((part) => part.trim())
      const name = pair.split('=', 1)[0] ?? ''
      // Browsers refuse control characters too, and what is not Latin-1 cannot be sent back.
      if (name === '' || !pair.includes('=') || !/^[ -~\u00a0-\u00ff]*$/.test(pair)) continue
      const asked = attributes
        .find((attribute) => /^domain=/i.test(attribute))
        ?.slice(7)
        .replace(/^\./, '')
        .toLowerCase()
      // A site may set cookies for itself and its parent domains, for no other host.
      const domain = asked?.includes('.') && isPartOf(host, asked) ? asked : host
      const whole = domain === asked
      this.#set.set(`${domain} ${name}`, { domain, whole, pair })
    }
  }

  /** The `Cookie` header for a host; empty when there is nothing to send. */
  for(host: string): string {
    return [...this.#set.values()]
      .filter(({ domain, whole }) => host === domain || (whole && isPartOf(host, domain)))
      .map(({ pair }) => pair)
      .join('; ')
  }
}

const isPartOf = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)
