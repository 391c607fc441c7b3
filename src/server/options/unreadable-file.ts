/** Thrown when a file that an option names cannot be used at all. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'

  /**
   * @param what what is wrong, to follow "a file that"
   * @param todo what the operator does about it, as a sentence
   */
  constructor(
    readonly what = 'cannot be read',
    readonly todo = 'Check that it is there and that this user may read it.',
  ) {
    super(`The file ${what}. ${todo}`)
  }

  /** Returns the error itself, or the general one for any other. */
  static from(error: unknown): UnreadableFile {
    return error instanceof UnreadableFile ? error : new UnreadableFile()
  }
}
