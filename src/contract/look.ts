/** How a partner's hosted page looks: written by the operator, checked by the BFF, worn by the page. */

/** A logo. */
export interface Logo {
  /** Its name below `/form/`, with a hash of it: `logo-3f9a….svg`. */
  name: string
  /** Its media type. */
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

/** What a page wears. */
export interface Look {
  /** The only theme, where there is one; otherwise the visitor's. */
  theme: 'light' | 'dark' | undefined
  /** The tokens as a style sheet. */
  css: string
  logo: Logo | undefined
}
