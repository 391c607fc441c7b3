/** Installs what the lock files of this folder and of others name, unless that is done: `node .ci/install.mjs [FOLDER …]`. Uses only
 *  Node's built-in modules. */
import { execSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

for (const folder of ['.', ...process.argv.slice(2)]) {
  const stamp = `${folder}/node_modules/.installed`
  const lock = readFileSync(`${folder}/package-lock.json`)
  const wanted = createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) continue
  const options = folder === '.' ? '--include=dev' : '--ignore-scripts'
  execSync(`npm ci ${options} --prefer-offline --no-audit --no-fund`, {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  })
  writeFileSync(stamp, wanted)
}
