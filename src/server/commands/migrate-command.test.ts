import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openStorage } from '../store/open-storage.ts'
import { startPostgres } from '../testing/postgres.ts'
import { runInTerminal } from '../testing/run-in-terminal.ts'
import { runCli } from './run-cli.ts'

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-migrate-command-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const run = (env: Record<string, string>) => runInTerminal(runCli, ['migrate'], env)

it('brings the tables up to date, beside a running BFF too', async () => {
  const running = await openStorage({ dataDir }, 'owner')
  expect(await run({ DATA_DIR: dataDir })).toMatchObject({ code: 0, out: 'The tables are up to date.\n' })
  await running?.store.close()
  const postgres = await startPostgres()
  const DATABASE_URL = await postgres.newDatabase()
  expect(await run({ DATABASE_URL })).toMatchObject({ code: 0, out: 'The tables are up to date.\n' })
  const DATABASE_URL_FILE = path.join(dataDir, 'database-url')
  writeFileSync(DATABASE_URL_FILE, `${DATABASE_URL}\n`)
  expect(await run({ DATABASE_URL_FILE })).toMatchObject({ code: 0, out: 'The tables are up to date.\n' })
  rmSync(DATABASE_URL_FILE)
  expect(await run({ DATABASE_URL_FILE })).toMatchObject({ code: 2, err: expect.stringContaining(DATABASE_URL_FILE) })
  await postgres.pause()
  expect(await run({ DATABASE_URL })).toMatchObject({ code: 1, err: expect.stringContaining('ECONNREFUSED') })
  await postgres.stop()
})
