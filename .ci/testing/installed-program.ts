import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** A program that only some machines have. */
export interface InstalledProgram {
  path: string
  /** What it prints about its version, on either stream. */
  version: string
}

/**
 * Finds a program on the search path and in `/usr/sbin`, which only root has on it.
 *
 * @param versionFlag prints its version: what does not start is not found
 */
export function findProgram(name: string, versionFlag: string): InstalledProgram | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin']
  for (const file of folders.map((folder) => path.join(folder, name)).filter((place) => existsSync(place))) {
    const { status, stdout, stderr } = spawnSync(file, [versionFlag], { encoding: 'utf8' })
    if (status === 0) return { path: file, version: stdout + stderr }
  }
  return undefined
}
