/**
 * Backs up a running BFF, loses it, and restores it as in docs/runbook.md, on SQLite and on PostgreSQL: every press answered
 * with 202 reaches the service exactly once, no form is registered twice, and every registration has its receipt.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Libsql from 'libsql'
import { Client } from 'pg'
import { startPostgres } from '../start-postgres.mjs'
import { cli, createForm, reportPress, startBff, startCountingService } from './parts/system.mjs'

const top = path.resolve(import.meta.dirname, '../..')
const runbook = readFileSync(path.join(top, 'docs/runbook.md'), 'utf8')

/** The runbook's statement that holds the restored presses back. */
const [holdBack] = /UPDATE bff_click SET [^"]+/.exec(runbook) ?? []
if (holdBack === undefined) throw new Error('docs/runbook.md no longer says how presses are held back.')

let failed = 0
for (const storage of [sqlite(), ...(await postgresql())]) {
  const problems = await lifeOf(storage)
  console.log(`${storage.name}: ${problems.length === 0 ? 'nothing lost, nothing doubled' : problems.join('; ')}`)
  failed += problems.length
  await storage.remove()
}
process.exitCode = failed === 0 ? 0 : 1

/** Runs a BFF with voters, backs it up, stops it, and restores it. Returns what was lost or duplicated. */
async function lifeOf(storage) {
  /** How many reports the service accepts. */
  let room = Number.POSITIVE_INFINITY
  const service = await startCountingService({
    answerOther({ response }) {
      if (room-- > 0) return false
      response.writeHead(503, { 'Retry-After': '1' }).end()
      return true
    },
  })
  let bff = await startBff(service.url, storage.first)
  const voters = []
  const come = async (count) => {
    const all = Array.from({ length: count }, () => aVoter(bff))
    voters.push(...(await Promise.all(all)))
  }
  await come(20)
  await until(() => service.reported.size === 20)
  // From here on the service accepts no reports: presses wait.
  room = 0
  await come(20)
  // Voters arrive during the backup.
  const backedUp = new Set(voters.map(({ person }) => person))
  const others = Array.from({ length: 10 }, () => aVoter(bff))
  await storage.backUp()
  await Promise.all(others)
  room = 10
  await until(() => findDelivered(bff).size >= 30)
  await bff.kill()

  storage.restore()
  await storage.run(holdBack)
  room = Number.POSITIVE_INFINITY
  const before = findDelivered(bff)
  bff = await startBff(service.url, storage.second)
  const held = JSON.parse(command(storage.second, 'outbox', 'list', '--state', 'failed', '--limit', '10000', '--json'))
  const ids = held.filter(({ reference }) => !before.has(reference)).map(({ id }) => String(id))
  if (ids.length > 0) command(storage.second, 'outbox', 'retry', ...ids)
  await until(() => ids.length <= findDelivered(bff).size)
  const again = await Promise.all(
    voters.map(async ({ form }) => {
      const response = await fetch(`${bff.url}/registrations`, form)
      return response.status
    }),
  )
  const receipts = command(storage.second, 'consent', 'export', '--json').trim().split('\n').length
  await bff.kill()
  service.close()
  console.log(
    `${storage.name}: ${backedUp.size} voters before the backup, ${held.length} presses held back, ${held.length - ids.length} of them had arrived, ${ids.length} sent again, ${receipts} receipts`,
  )
  const ofBackup = (map) => [...map].filter(([person]) => backedUp.has(person))
  const said = (what, list) => (list.length > 0 ? [`${what}: ${JSON.stringify(list)}`] : [])
  return [
    ...said(
      'registered twice',
      ofBackup(service.registered).filter(([, times]) => times !== 1),
    ),
    ...said(
      'reported twice',
      [...service.reported].filter(([, times]) => times !== 1),
    ),
    ...said(
      'not reported',
      [...backedUp].filter((person) => !service.reported.has(person)),
    ),
    ...said(
      'not replayed',
      again.filter((status) => status !== 200),
    ),
    ...(receipts < backedUp.size ? [`${receipts} receipts`] : []),
  ]
}

/** SQLite, backed up as in the runbook: with one statement, from another process, while the BFF runs. */
function sqlite() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-backup-'))
  const [first, second] = ['first', 'second'].map((name) => path.join(folder, name))
  const backup = path.join(folder, 'backup.db')
  const inDatabase = (file, sql) => {
    const database = new Libsql(file)
    database.exec(sql)
    database.close()
  }
  return {
    name: 'SQLite',
    first: { DATA_DIR: first },
    second: { DATA_DIR: second },
    backUp: async () => inDatabase(path.join(first, 'bff.db'), `VACUUM INTO '${backup}'`),
    restore() {
      mkdirSync(second)
      execFileSync('cp', [backup, path.join(second, 'bff.db')])
    },
    run: async (sql) => inDatabase(path.join(second, 'bff.db'), sql),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** PostgreSQL, with pg_dump and pg_restore; without these programs it is skipped with a notice. */
async function postgresql() {
  const debian = '/usr/lib/postgresql'
  const folders = existsSync(debian) ? readdirSync(debian).map((version) => path.join(debian, version, 'bin')) : []
  const bin = [...folders, ...(process.env.PATH ?? '').split(path.delimiter)].find((each) =>
    existsSync(path.join(each, 'pg_dump')),
  )
  if (bin === undefined) {
    console.log('PostgreSQL: left out, there is no pg_dump here.')
    return []
  }
  const server = await startPostgres()
  const [first, second] = [await server.newDatabase(), await server.newDatabase()]
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-backup-'))
  const dump = path.join(folder, 'bff.dump')
  return [
    {
      name: server.version,
      first: { DATABASE_URL: first },
      second: { DATABASE_URL: second },
      backUp: async () => execFileSync(path.join(bin, 'pg_dump'), ['--format=custom', `--file=${dump}`, first]),
      restore: () => execFileSync(path.join(bin, 'pg_restore'), ['--exit-on-error', `--dbname=${second}`, dump]),
      async run(sql) {
        const client = new Client({ connectionString: second })
        await client.connect()
        await client.query(sql)
        await client.end()
      },
      async remove() {
        await server.stop()
        rmSync(folder, { recursive: true, force: true })
      },
    },
  ]
}

/** Returns the references of the presses that a BFF has logged as delivered. */
function findDelivered(bff) {
  const lines = bff
    .output()
    .split('\n')
    .filter((line) => line.includes('"report_delivered"') && line.endsWith('}'))
  return new Set(lines.map((line) => JSON.parse(line).reference))
}

/** Registers and presses; both must succeed. */
async function aVoter(bff) {
  const person = randomUUID()
  const form = createForm(bff, `${person}@voter.example`)
  const answer = await (await fetch(`${bff.url}/registrations`, form)).json()
  const status = await reportPress(bff.url, answer.buttons[0].click_token)
  if (status !== 202) throw new Error(`A press was answered with ${status}.`)
  return { person, form }
}

/** Returns the output of a command that runs while the BFF does. */
function command(storage, ...args) {
  const env = { PATH: process.env.PATH, ...storage }
  const { stdout, stderr, status } = spawnSync(process.execPath, [cli, ...args], { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
  return stdout
}

async function until(isSo) {
  const end = Date.now() + 120_000
  while (!isSo()) {
    if (Date.now() > end) throw new Error(`Waited two minutes for: ${isSo}`)
    await pause(50)
  }
}
