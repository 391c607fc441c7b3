/** `voter-registration-server migrate`: brings the tables of the BFF up to date, before a new release starts. */
import { withStorage } from './open-command-storage.ts'
import type { Task } from './terminal.ts'

/** Opens the storage, which runs the missing migrations, and ends. Prints one line of JSON when a migration begins, goes on and
 *  ends. */
export const migrateTask: Task = async (args, env, { out, err }) => {
  if (args.length > 0) {
    err('Usage: voter-registration-server migrate, with DATA_DIR or DATABASE_URL as the BFF has it\n')
    return args.every((arg) => ['--help', '-h'].includes(arg)) ? 0 : 2
  }
  await withStorage(
    env,
    (store) => store.check(),
    (line) => out(`${JSON.stringify(line)}\n`),
  )
  out('The tables are up to date.\n')
  return 0
}
