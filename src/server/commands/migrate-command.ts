/** `voter-registration-server migrate`: migrates the tables of the BFF before a new release starts. */
import { createTask } from './create-task.ts'
import { withBffStorage } from './open-records.ts'

const usage = 'Usage: voter-registration-server migrate, with DATA_DIR or DATABASE_URL as the BFF has it\n'

/** Opens the storage, which runs the missing migrations. Prints a line of JSON when a migration begins, makes progress and
 *  ends. */
export const migrateTask = createTask(usage, {}, async ({ positionals }, env, { out }) => {
  if (positionals.length > 0) return `"${positionals.join(' ')}" is not understood.`
  await withBffStorage(
    env,
    (store) => store.check(),
    (line) => out(`${JSON.stringify(line)}\n`),
  )
  out('The tables are up to date.\n')
  return 0
})
