/** The response of `/config.json`. */
export interface SiteConfig {
  /** Base URL of the BFF. */
  bff: string
  /** Base URL of the sandbox. */
  sandbox: string
  /** The sandbox's key as `id:secret`. It is public and works nowhere else. */
  sandboxKey: string
}
