/** A real PostgreSQL for scripts that run outside of the tests. */
import { createServer } from 'vite'

/** Starts one with the tests' own helper, which is written in TypeScript; returns what `src/server/testing/postgres.ts` does. */
export async function startPostgres() {
  const vite = await createServer({ server: { middlewareMode: true }, logLevel: 'error', appType: 'custom' })
  const { startPostgres: startIt } = await vite.ssrLoadModule('/src/server/testing/postgres.ts')
  const server = await startIt()
  await vite.close()
  return server
}
