/** What a host is to a test: something that runs a handler of the Web platform, and can be told to stop. */

/** A host that runs. */
export interface Host {
  /** Where it listens, for example `http://127.0.0.1:40123`. */
  url: string
  /** Tells it to stop as its operator would, and waits until it has: what is under way is finished first. */
  stop(): Promise<void>
}
