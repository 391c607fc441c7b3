/** What a result was measured on. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'

/** The header of every result: machine, versions, time, and how busy the machine was. */
export function machine() {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  return {
    version,
    commit: commit(),
    at: new Date().toISOString(),
    machine: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: `${platform()} ${release()} ${arch()}`,
    node: process.version,
    /** Processes that wanted a core, in the last minute: with more than there are cores only ratios mean something. */
    load: Math.round(loadavg()[0] * 10) / 10,
  }
}

function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'unknown'
  }
}
