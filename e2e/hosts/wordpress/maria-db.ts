/** A separate MariaDB server: its data is in a temporary folder, and it listens on a socket only. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A running server. */
export interface MariaDb {
  /** Its socket; `root` needs no password. */
  socket: string
  stop(): Promise<void>
}

/** Starts a server. */
export async function startMariaDb(): Promise<MariaDb> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-mariadb-'))
  const socket = path.join(folder, 'socket')
  const data = path.join(folder, 'data')
  mkdirSync(data)
  // Without the tables of users: no other user can access the folder with the socket, and Debian has the tables' script in
  // the package that starts a service.
  const options = ['--no-defaults', '--skip-grant-tables', '--skip-networking', `--user=${os.userInfo().username}`]
  const server = spawn('/usr/sbin/mariadbd', [...options, `--datadir=${data}`, `--socket=${socket}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  server.stderr.on('data', (text) => {
    output += text
  })
  for (let tries = 0; !(await takesConnections(socket)); tries++) {
    if (tries > 600 || server.exitCode !== null) {
      server.kill('SIGKILL')
      throw new Error(`MariaDB does not start:\n${output}`)
    }
    await wait(100)
  }
  return {
    socket,
    async stop() {
      const exited = once(server, 'exit')
      server.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const takesConnections = (socket: string) =>
  new Promise<boolean>((resolve) => {
    const connection = connect(socket, () => {
      connection.destroy()
      resolve(true)
    })
    connection.on('error', () => resolve(false))
  })
