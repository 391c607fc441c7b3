/** The records of a running server, for the commands that read them. They need no API key. */
import type { Command } from 'commander'
import * as z from 'zod/mini'
import type { Log } from '../observability/log.ts'
import { readOperatorText } from '../operator-files.ts'
import { BffOptions } from '../options/bff-options.ts'
import { ConfigurationError } from '../options/option.ts'
import { type Environment, readOptionsFrom } from '../options/read-options.ts'
import { openStorage } from '../store/sql-store.ts'
import type { Store } from '../store/store.ts'
import { closing, locationIn, missing } from './storage-location.ts'
import { CommandError, createProgress, type Terminal } from './terminal.ts'

export const storageDetails = '\nReads the storage of DATA_DIR or DATABASE_URL, as the BFF does.'

/** Runs a function with the BFF's records, then closes them. @throws ConfigurationError when they cannot be used */
export async function withBffStorage<T>(env: Environment, use: (store: Store) => Promise<T>, log?: Log): Promise<T> {
  const location = locationIn(env, 'BFF', z.pick(BffOptions, { dataDir: true, databaseUrl: true }))
  const store = await openStorage(location, 'visitor', log)
  if (store === undefined) throw new ConfigurationError([missing('BFF')])
  return closing(store, use)
}

/** `migrate`: opens the storage, which runs the missing migrations. A line of JSON says when one begins, makes progress and ends. */
export function migrateCommand(command: Command, { env, out, note }: Terminal): void {
  command.addHelpText('after', storageDetails).action(async () => {
    await withBffStorage(
      env,
      (store) => store.check(),
      (line) => note(`${JSON.stringify(line)}\n`),
    )
    out('The tables are up to date.\n')
  })
}

/** Yields every row of a list, a page at a time. `page` returns the rows after the last one; `noun`: for example `receipts`. */
export async function* readRows<Row>(
  page: (last?: Row) => Promise<readonly Row[]>,
  terminal: Pick<Terminal, 'note'>,
  noun: string,
): AsyncGenerator<Row> {
  const progress = createProgress(terminal, noun)
  let count = 0
  for (let rows = await page(); rows.length > 0; rows = await page(rows.at(-1))) {
    yield* rows
    count += rows.length
    progress(count)
  }
}

/** A misspelled partner must not read as one without voters. @throws CommandError where neither receipt nor file names it */
export async function requirePartner(
  partner: string | undefined,
  env: Environment,
  { receipts }: Store,
): Promise<void> {
  if (partner === undefined || (await receipts.list({ partner, after: 0, limit: 1 })).length > 0) return
  const { partnersFile } = readOptionsFrom(z.pick(BffOptions, { partnersFile: true }), env)
  if (partnersFile !== undefined && hasKey(partnersFile, partner)) return
  throw new CommandError(`Neither a receipt nor PARTNERS_FILE has a partner "${partner}". Check the spelling.`, 1)
}

function hasKey(file: string, key: string): boolean {
  try {
    return Object.hasOwn(JSON.parse(readOperatorText(file)), key)
  } catch {
    return false
  }
}
