/** `voter-registration-sandbox check`: checks the sandbox's data files against the contract. */
import { createTask } from '../../server/commands/task.ts'

/** Prints one sentence for each problem; exit code 1 when there is any. */
export const sandboxCheckTask = createTask({
  summary: "whether the sandbox's data files fit the contract",
  flags: {},
  async run(_words, _values, _env, { out, err }) {
    const sentences = await departures()
    for (const sentence of sentences) err(`${sentence}\n`)
    if (sentences.length > 0) return 1
    out('The data files are as they should be: 51 states, both catalogues, all overrides.\n')
    return 0
  },
})

/** Returns the problems. When a mistake keeps the files from loading, the load error is the only one. */
async function departures(): Promise<readonly string[]> {
  try {
    const { checkData } = await import('../data/check-data.ts')
    return checkData()
  } catch (error) {
    return [error instanceof Error ? error.message : 'The data files cannot be loaded.']
  }
}
