/** `voter-registration-server migrate`: migrates the tables of the BFF before a new release starts. */

import { storageDetails, withBffStorage } from './open-records.ts'
import { createTask } from './task.ts'

/** Opens the storage, which runs the missing migrations, and prints a line of JSON when one begins, makes progress and ends. */
export const migrateTask = createTask({
  summary: 'brings the tables of the BFF up to date, before a new release starts',
  details: storageDetails,
  flags: {},
  async run(_words, _values, env, { out, note }) {
    await withBffStorage(
      env,
      (store) => store.check(),
      (line) => note(`${JSON.stringify(line)}\n`),
    )
    out('The tables are up to date.\n')
    return 0
  },
})
