/** Varnish, a full-page cache, in front of a web server. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startProgram } from '../../child.ts'
import { installVarnish } from './programs.ts'

/**
 * Starts Debian's Varnish with its built-in rules: responses to requests without a cookie are cached for two minutes.
 *
 * @param origin its origin: a free port of 127.0.0.1
 * @param behind the web server, which already runs
 * @returns a function that stops it
 */
export async function startVarnish(origin: string, behind: string): Promise<() => Promise<void>> {
  installVarnish()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-varnish-'))
  const server = await startProgram(
    'varnishd',
    ['-F', '-j', 'none', '-n', folder, '-a', new URL(origin).host, '-b', new URL(behind).host, '-s', 'default,64m'],
    {},
    `${origin}/readme.html`,
  )
  return async () => {
    await server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}
