/** Describes the machine of a result. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'

/** Returns the header of every result: machine, versions, time, and load. */
export function machine() {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  return {
    version,
    commit: commit(),
    at: new Date().toISOString(),
    machine: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: `${platform()} ${release()} ${arch()}`,
    node: process.version,
    /** Load average of the last minute: when it exceeds the number of cores, only ratios are meaningful. */
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
