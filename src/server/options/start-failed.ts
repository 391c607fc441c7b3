/** Thrown when a server cannot start although its configuration can work: a later attempt may succeed. Its message is a
 *  sentence with what to do, and contains no secret. */
export class StartFailed extends Error {
  override name = 'StartFailed'

  /** @param code that of Node, for example `EADDRINUSE` */
  constructor(
    sentence: string,
    readonly code?: string,
  ) {
    super(sentence)
  }
}
