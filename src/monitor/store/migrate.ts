/** Brings a database's tables to the version that this program knows. */
import { migrations } from './migrations.ts'
import { DatabaseUnusable, type Sql } from './sql.ts'

/**
 * Runs the steps that are missing. Must run inside a transaction that no other process shares.
 *
 * @throws DatabaseUnusable when the tables are newer than this program
 */
export async function migrate(sql: Sql, dialect: 'sqlite' | 'postgres'): Promise<void> {
  await sql.all('CREATE TABLE IF NOT EXISTS monitor_schema (version BIGINT NOT NULL)')
  const [row] = await sql.all('SELECT max(version) AS version FROM monitor_schema')
  const version = Number(row?.version ?? 0)
  const newest = migrations.at(-1)?.version ?? 0
  if (version > newest) {
    throw new DatabaseUnusable(
      `The monitor's database was made by a newer version of this program (its tables have version ${version}, this program knows ${newest}). Use that version again; tables are never taken back.`,
    )
  }
  for (const step of migrations) {
    if (step.version <= version) continue
    for (const statement of step[dialect].split(';')) await sql.all(statement)
    await sql.all('INSERT INTO monitor_schema (version) VALUES ($1)', [step.version])
  }
}
