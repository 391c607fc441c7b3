/** The cookies of one check. Many sites send a newcomer round once to set one; a client that keeps none is redirected for ever. */

/** Cookies as they were set, for the hosts they belong to. */
export class Cookies {
  readonly #set = new Map<string, { domain: string; whole: boolean; pair: string }>()

  /** Takes what an answer sets. */
  take(host: string, headers: string | string[] | undefined): void {
    for (const header of typeof headers === 'string' ? [headers] : (headers ?? [])) {
      const [pair = '', ...attributes] = header.split(';').map((part) => part.trim())
      const name = pair.split('=', 1)[0] ?? ''
      if (name === '' || !pair.includes('=')) continue
      const asked = attributes
        .find((attribute) => /^domain=/i.test(attribute))
        ?.slice(7)
        .replace(/^\./, '')
        .toLowerCase()
      // A site sets cookies for itself and for what it is a part of, and for nobody else.
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
