/**
 * Backs up a running BFF, loses it, and restores it as in docs/runbook.md, on SQLite and on PostgreSQL: every press answered
 * with 202 reaches the service exactly once, no form is registered twice, and every registration has its receipt.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Libsql from 'libsql'
import { Client } from 'pg'
import { startPostgres } from '../start-postgres.mjs'
import { registrationRequest } from './parts/registration.mjs'

const origin = 'https://partner.example'
const top = path.resolve(import.meta.dirname, '../..')
const cli = path.join(top, 'node_modules/voter-registration-server/dist/server/cli.js')
const runbook = readFileSync(path.join(top, 'docs/runbook.md'), 'utf8')

/** The runbook's statement that holds the restored presses back. */
const [holdBack] = /UPDATE bff_press SET [^"]+/.exec(runbook) ?? []
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
  const service = await startService()
  let bff = await startBff(service.url, storage.first)
  const voters = []
  const come = async (count) => {
    const all = Array.from({ length: count }, () => aVoter(bff.url))
    voters.push(...(await Promise.all(all)))
  }
  await come(20)
  await until(() => service.reported.size === 20)
  // From here on the service accepts no reports: presses wait.
  service.takes = 0
  await come(20)
  // Voters arrive during the backup.
  const backedUp = new Set(voters.map(({ person }) => person))
  const others = Array.from({ length: 10 }, () => aVoter(bff.url))
  await storage.backUp()
  await Promise.all(others)
  service.takes = 10
  await until(() => bff.delivered().size >= 30)
  await bff.kill()

  storage.restore()
  await storage.run(holdBack)
  service.takes = Number.POSITIVE_INFINITY
  const before = bff.delivered()
  bff = await startBff(service.url, storage.second)
  const held = JSON.parse(command(storage.second, 'outbox', 'list', '--state', 'failed', '--limit', '10000', '--json'))
  const ids = held.filter(({ reference }) => !before.has(reference)).map(({ id }) => String(id))
  if (ids.length > 0) command(storage.second, 'outbox', 'retry', ...ids)
  await until(() => ids.length <= bff.delivered().size)
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

/** Starts a service that counts what it receives, and accepts a limited number of reports. */
async function startService() {
  const registered = new Map()
  const reported = new Map()
  const add = (map, key) => map.set(key, (map.get(key) ?? 0) + 1)
  const service = { registered, reported, takes: Number.POSITIVE_INFINITY }
  const server = createServer((request, response) => {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk)).on('error', () => undefined)
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
      if (request.url === '/v1/event/track/') {
        if (service.takes <= 0) return response.writeHead(503, { 'Retry-After': '1' }).end()
        service.takes--
        add(reported, body.voter)
        return response.writeHead(201).end()
      }
      const person = body.email
      add(registered, person)
      const button = { message_text: 'Go on', primary: true, url: 'https://register.state.example/' }
      const answer = { message_markdown: 'x', buttons: [{ ...button, event_tracking: { voter: person } }] }
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return Object.assign(service, {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  })
}

/** Starts the shipped command; collects the references of the presses that it logs as delivered. */
async function startBff(upstream, storage) {
  const child = spawn(process.execPath, [cli, 'bff'], {
    env: {
      PATH: process.env.PATH,
      UPSTREAM_URL: upstream,
      API_KEY_ID: '00000000-0000-4000-8000-000000000001',
      API_KEY_SECRET: 'secret',
      ALLOWED_ORIGINS: origin,
      PORT: '0',
      ...storage,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let log = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    log += text
  })
  const address = () => /BFF: (\S+)/.exec(log)?.[1]
  await until(() => address() !== undefined || child.exitCode !== null)
  if (address() === undefined) throw new Error(`The BFF did not start:\n${log}`)
  const delivered = () => {
    const lines = log.split('\n').filter((line) => line.includes('"report_delivered"') && line.endsWith('}'))
    return new Set(lines.map((line) => JSON.parse(line).reference))
  }
  const kill = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }
  return { url: address(), delivered, kill }
}

/** Registers and presses; both must succeed. */
async function aVoter(url) {
  const person = `${randomUUID()}@voter.example`
  const { wording } = await (await fetch(`${url}/settings`, { headers: { origin } })).json()
  const form = registrationRequest(person, { origin, consentVersion: wording.en.version })
  const answer = await (await fetch(`${url}/registrations`, form)).json()
  const body = JSON.stringify({ press: answer.buttons[0].press })
  const init = { method: 'POST', headers: { origin, 'content-type': 'text/plain' }, body }
  const { status } = await fetch(`${url}/presses`, init)
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
