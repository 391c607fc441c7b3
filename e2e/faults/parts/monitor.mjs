/** Starts the monitor that the fault scripts watch, with sites on this machine that it checks every second. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const cli = path.resolve(import.meta.dirname, '../../../node_modules/voter-registration-monitor/dist/monitor/cli.js')

/**
 * Writes a list of sites for the monitor, in a separate folder.
 *
 * @param base the sites' base URL, for example `http://127.0.0.1:40123`
 * @param paths one for each site
 */
export function writeSites(base, paths) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-monitor-'))
  const file = path.join(folder, 'sites.json')
  writeFileSync(file, JSON.stringify(paths.map((each) => ({ url: base + each, description: `MA tool ${each}` }))))
  return { folder, file, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Starts the monitor on a free port.
 *
 * @param sites the file of {@link writeSites}
 * @param storage its environment variables, `DATABASE_URL` or `DATA_DIR`
 */
export async function startMonitor(sites, storage) {
  const child = spawn(process.execPath, [cli], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      MONITOR_SITES: sites,
      MONITOR_ALLOWED_NETWORKS: '127.0.0.0/8',
      MONITOR_INTERVAL_SECONDS: '1',
      MONITOR_TIMEOUT_SECONDS: '5',
      MONITOR_CONFIRM_AFTER_SECONDS: '0.05',
      MONITOR_HOST_GAP_SECONDS: '0',
      MONITOR_PER_HOST: '20',
      ...storage,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = new Promise((resolve) => void child.once('exit', resolve))
  let said = ''
  const url = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        said = (said + text).slice(-4_000)
        const found = /Monitor: (http:\/\/127\.0\.0\.1:\d+)/.exec(said)
        if (found) resolve(found[1])
      })
    }
    void gone.then(() => reject(new Error(`The monitor did not start:\n${said}`)))
  })
  return {
    pid: child.pid,
    alive: () => child.exitCode === null && child.signalCode === null,
    /** Returns a route's response; `undefined` when the request fails. */
    ask: async (route) => {
      const response = await fetch(`${url}/v1/leouptime${route}`).catch(() => undefined)
      return response?.ok ? response.json() : undefined
    },
    /** Kills it at once, like a failing machine. */
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
