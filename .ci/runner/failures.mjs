/** What the reporters of unit tests and browser tests have in common: limit of titles, failures with the commands that run them. */

/** The most characters of a test's title: longer ones cannot be read in a list of results. */
export const maxTitle = 120

/** The line above the failures in a test program's output: the runner repeats everything below it at the end of a run. */
export const failuresBelow = '──── What failed, and how to run it again ────'

/** The line above the tests that passed at the second try, or are quarantined and failed, up to an empty line: the runner repeats
 *  them above the counts at the end of a run. */
export const flakyBelow = '──── Flaky or quarantined, which fails no run ────'

/** How often a test program says how far it is, in milliseconds. */
export const progressEvery = 10_000

/** Returns a text as one word of a POSIX shell.
 *  @param {string} text */
export const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Returns a regular expression, as one word of a shell, that matches tests with this title.
 *  @param {string} title */
export const matching = (title) => quoted(title.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))

/**
 * Returns a sentence for each title that is longer than {@link maxTitle}.
 *
 * @param {{ file: string, title: string }[]} tests
 * @returns {string[]}
 */
export const longTitles = (tests) =>
  tests
    .filter(({ title }) => title.length > maxTitle)
    .map(
      ({ file, title }) =>
        `${file}: a title has ${title.length} characters, ${maxTitle} are the most: ${title.slice(0, maxTitle)}…`,
    )
