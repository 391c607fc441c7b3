/** Records the statements of a PostgreSQL database, to find those that read a whole table. */
import type { Database, Sql, Value } from '../storage/sql.ts'

/** A database that records the statements that it runs, each with its latest parameters. */
export function recordStatements(real: Database) {
  const statements = new Map<string, readonly Value[]>()
  const record =
    <Rest extends unknown[], Result>(
      run: (statement: string, parameters?: readonly Value[], ...rest: Rest) => Result,
    ) =>
    (statement: string, parameters: readonly Value[] = [], ...rest: Rest): Result => {
      statements.set(statement, parameters)
      return run(statement, parameters, ...rest)
    }
  const recordSql = ({ query: all, run }: Sql): Sql => ({ query: record(all), run: record(run) })
  const database: Database = {
    ...real,
    query: record(real.query),
    run: record(real.run),
    returning: record(real.returning),
    transaction: (work, options) => real.transaction((sql) => work(recordSql(sql)), options),
  }
  return {
    database,
    statements,
    /** Returns the recorded statements whose plan scans a table from its first to its last row, each with its tables. */
    findScans: async (exemptTables: readonly string[] = []) => {
      const scans: { statement: string; tables: string[] }[] = []
      for (const [statement, parameters] of statements) {
        const plan = JSON.stringify(await real.query(`EXPLAIN ${statement}`, parameters))
        const tables = [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table = '']) => table)
        const growing = tables.filter((table) => !exemptTables.includes(table))
        if (growing.length > 0) scans.push({ statement, tables: growing })
      }
      return scans
    },
  }
}
