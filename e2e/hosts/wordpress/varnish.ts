/** Varnish, which keeps whole pages, in front of a web server. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startProgram } from '../../child.ts'
import { installVarnish } from './programs.ts'

/**
 * Starts one as Debian has it, with its built-in rules: what is asked for without a cookie is kept for two minutes.
 *
 * @param origin where it listens: a free port of 127.0.0.1
 * @param behind the web server, which runs already
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
