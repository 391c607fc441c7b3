/** Reads a `.gitignore`. A package for this one question is not worth a dependency of every server. */

/**
 * Returns whether a `.gitignore` keeps a file beside it out of version control. Character classes (`[a-z]`) are taken
 * literally.
 *
 * @param gitignore its text
 * @param name the file's name, for example `bff.env`
 */
export function isListed(gitignore: string, name: string): boolean {
  const patterns = gitignore.split(/\r?\n/).map((line) => line.trimEnd())
  // The last match counts; `!` negates.
  const last = patterns.filter((pattern) => pattern !== '' && fits(pattern.replace(/^!/, ''), name)).at(-1)
  return last !== undefined && !last.startsWith('!')
}

/** Comments match none of our files. A pattern that ends with a slash is for folders. */
function fits(pattern: string, name: string): boolean {
  // The beginnings of the name that the pattern fits so far, by their length.
  let fitting = [0]
  for (const sign of pattern.replace(/^(\*\*)?\//, '').replace(/\*+/g, '*')) {
    const [first] = fitting
    if (first === undefined) return false
    fitting =
      sign === '*'
        ? Array.from({ length: name.length - first + 1 }, (_, more) => first + more)
        : fitting.flatMap((at) => (at < name.length && (sign === '?' || sign === name[at]) ? [at + 1] : []))
  }
  return fitting.includes(name.length)
}
