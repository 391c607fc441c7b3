/** `voter-registration-sandbox check`: checks the sandbox's data files against the contract. */
import type { Command } from 'commander'
import type { Terminal } from '../../server/commands/terminal.ts'

/** Prints one sentence for each problem; exit code 1 when there is any. */
export function sandboxCheck(command: Command, terminal: Terminal): void {
  command.action(async () => {
    const sentences = await departures()
    for (const sentence of sentences) terminal.err(`${sentence}\n`)
    if (sentences.length > 0) terminal.exitCode = 1
    else terminal.out('The data files are as they should be: 51 states, both catalogues, all overrides.\n')
  })
}

/** Returns the problems. When a mistake keeps the files from loading, the load error is the only one. */
async function departures(): Promise<readonly string[]> {
  try {
    const { checkData } = await import('../data/check-data.ts')
    return checkData()
  } catch (error) {
    return [error instanceof Error ? error.message : 'The data files cannot be loaded.']
  }
}
