/** A host for tests: runs a handler of the Web platform, and can be stopped. */

/** A running host. */
export interface Host {
  /** Its address, for example `http://127.0.0.1:40123`. */
  url: string
  /** Stops it as its operator would, and waits until it has stopped: requests in flight are finished first. */
  stop(): Promise<void>
}
