/** Inspects the BFF's tables without changing them. */
import { inspectPostgres, inspectSqlite } from '../../storage/inspect.ts'
import { bffSchema } from './schema.ts'

/** Inspects the tables in a folder; see {@link inspectSqlite}. */
export const inspectFolder = (folder: string) => inspectSqlite(folder, bffSchema)

/** Inspects the tables in PostgreSQL; see {@link inspectPostgres}. */
export const inspectDatabase = (url: string) => inspectPostgres(url, bffSchema)
