/** Thrown when a configuration cannot work. Its message lists every problem, one per line, and contains no secret. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
  /** The sentences of the message, one for each problem. */
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration cannot work:\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
    this.problems = problems
  }
}
