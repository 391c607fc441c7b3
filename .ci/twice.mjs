/** Builds the committed sources twice, in two folders, time zones, languages and users' homes, and compares every byte of what was
 *  built: `npm run test:same-bytes`. Takes as long as two builds. */
import { execFileSync, execSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { packageFolders } from './packages.mjs'

const parent = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-twice-'))

/** Builds in a folder, and returns it. */
function build(name, env) {
  const folder = path.join(parent, name)
  const home = path.join(folder, '../home of this build')
  mkdirSync(folder, { recursive: true })
  mkdirSync(home, { recursive: true })
  execFileSync('tar', ['-x', '-C', folder], { input: execSync('git archive HEAD', { maxBuffer: 2 ** 30 }) })
  // Its links to the packages are relative.
  cpSync('node_modules', path.join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true })
  execSync('npm run --silent build', { cwd: folder, env: { ...process.env, HOME: home, ...env }, stdio: 'inherit' })
  return folder
}

try {
  const one = build('a', { TZ: 'Pacific/Auckland', LANG: 'C.UTF-8' })
  const other = build('another/folder, deeper', { TZ: 'America/Los_Angeles', LANG: 'tr_TR.UTF-8' })
  for (const folder of ['.', ...Object.values(packageFolders)])
    execFileSync('diff', ['-r', path.join(one, folder, 'dist'), path.join(other, folder, 'dist')], { stdio: 'inherit' })
  console.log('All files are the same bytes in both builds.')
} finally {
  rmSync(parent, { recursive: true, force: true })
}
