/** Errors about options and the files that they name. */

/** Thrown when a configuration cannot work. Its message lists every problem, one per line, and contains no secret. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'

  constructor(readonly problems: readonly string[]) {
    super(`The configuration cannot work:\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
  }
}

/** Thrown when a server cannot start although its configuration can work: a later attempt may succeed. Its message is a
 *  sentence with what to do, and contains no secret. */
export class StartFailed extends Error {
  override name = 'StartFailed'

  constructor(
    sentence: string,
    readonly code?: string,
  ) {
    super(sentence)
  }
}

/** Thrown when a file that an option names cannot be used. Its message continues the name of the option. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'

  constructor(file: string, what = 'cannot be read', todo = 'Check that it is there and that this user may read it.') {
    super(`names a file that ${what}: "${file}".${todo === '' ? '' : ` ${todo}`}`)
  }

  /** Returns the error itself, or the general one for any other. */
  static from(error: unknown, file: string): UnreadableFile {
    return error instanceof UnreadableFile ? error : new UnreadableFile(file)
  }
}
