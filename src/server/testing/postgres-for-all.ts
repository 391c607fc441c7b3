/** Starts the PostgreSQL of the whole test run: Vitest's global setup of the tests that run in Node. */
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

/** Returns what stops it. */
export default async function startForAll({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  provide('postgres', { admin: server.admin, version: server.version })
  return () => server.stop()
}
