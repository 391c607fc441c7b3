/** Inspects the BFF's tables without changing them. */
import { folderAdvice } from '../storage/folder-lock.ts'
import { inspectPostgres, inspectSqlite } from '../storage/inspect.ts'
import { depthQuery } from './outbox-table.ts'
import { bffSchema } from './schema.ts'

/** Inspects the tables in a folder, with the outbox's depth as `row`; see {@link inspectSqlite}. */
export const inspectFolder = (folder: string) => inspectSqlite(folder, bffSchema, depthQuery)

/** Inspects the tables in PostgreSQL, with the outbox's depth as `row`; see {@link inspectPostgres}. */
export const inspectDatabase = (url: string) => inspectPostgres(url, bffSchema, depthQuery)

export { folderAdvice }
