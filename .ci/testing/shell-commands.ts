/** One command of a shell block. */
export interface ShellCommand {
  /** Environment variables that are set for it. */
  env: Record<string, string>
  words: string[]
}

/** Parses the commands of a block: one per line, joined by `&&` or a backslash. Ignores comments and redirections. */
export function shellCommands(block: string): ShellCommand[] {
  return block
    .replaceAll(/\\\n\s*/g, ' ')
    .split(/\n|&&|&(?=\s*$)/m)
    .map((line) =>
      line
        .replace(/(^|\s)#.*$/, '')
        .replace(/\s>\s*\S+/, '')
        .trim(),
    )
    .filter((line) => line !== '')
    .map((line) => {
      const words = [...line.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) => word.replaceAll(/['"]/g, ''))
      const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word))
      const env = words
        .slice(0, first)
        .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)])
      return { env: Object.fromEntries(env), words: words.slice(first) }
    })
}
