/** What `/config.json` answers. */
export interface SiteConfig {
  /** Base address of the BFF. */
  bff: string
  /** Base address of the sandbox. */
  sandbox: string
  /** The sandbox's key as `id:secret`. It is public and opens nothing else. */
  sandboxKey: string
}
