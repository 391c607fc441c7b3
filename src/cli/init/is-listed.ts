/** Reads a `.gitignore`. No package does: one question about one name is not worth a dependency of every server. */

/**
 * Whether a `.gitignore` keeps a file out of version control that lies beside it. Sets of letters (`[a-z]`) are read as they
 * stand.
 *
 * @param gitignore its text
 * @param name the file's name, for example `bff.env`
 */
export function isListed(gitignore: string, name: string): boolean {
  const patterns = gitignore.split(/\r?\n/).map((line) => line.trimEnd())
  // The last one that fits counts; `!` takes back.
  const last = patterns.filter((pattern) => pattern !== '' && fits(pattern.replace(/^!/, ''), name)).at(-1)
  return last !== undefined && !last.startsWith('!')
}

/** A comment fits no file of ours, and what ends with a slash is a folder. */
function fits(pattern: string, name: string): boolean {
  const source = pattern
    .replace(/^(\*\*)?\//, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${source}$`).test(name)
}
