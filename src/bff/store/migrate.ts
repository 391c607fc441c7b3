/** Brings a database's tables to the version that this program knows. */
import { migrations as all, type Migration } from './migrations.ts'
import { DatabaseUnusable, type Sql } from './sql.ts'

/**
 * Runs the steps that are missing. Must run inside a transaction that no other process shares.
 *
 * @param sql runs one or several statements
 * @param dialect whose statements
 * @param migrations the steps; those of this program by default
 * @throws DatabaseUnusable when the tables are newer than this program
 */
export async function migrate(
  sql: Sql,
  dialect: 'sqlite' | 'postgres',
  migrations: readonly Migration[] = all,
): Promise<void> {
  await sql.all('CREATE TABLE IF NOT EXISTS bff_schema (version BIGINT NOT NULL)')
  const [row] = await sql.all('SELECT max(version) AS version FROM bff_schema')
  const version = Number(row?.version ?? 0)
  const newest = migrations.at(-1)?.version ?? 0
  if (version > newest) {
    throw new DatabaseUnusable(
      `The database was made by a newer version of this program (its tables have version ${version}, this program knows ${newest}). Use that version again; tables are never taken back.`,
    )
  }
  for (const step of migrations) {
    if (step.version <= version) continue
    for (const statement of step[dialect].split(';')) {
      if (statement.trim() !== '') await sql.all(statement)
    }
    await sql.all('INSERT INTO bff_schema (version) VALUES ($1)', [step.version])
  }
}
