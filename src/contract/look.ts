/** How a partner's hosted page looks: set by the operator, validated by the BFF, applied by the page. */

/** A logo. */
export interface Logo {
  /** Its name below `/form/`, with a hash of its content: `logo-3f9a….png`. */
  name: string
  /** Its media type. */
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

/** The theme, tokens and logo of a page. */
export interface Look {
  /** The only theme, if set; otherwise the visitor's preference. */
  theme: 'light' | 'dark' | undefined
  /** The tokens as a style sheet. */
  css: string
  logo: Logo | undefined
}
