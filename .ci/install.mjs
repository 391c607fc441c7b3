/** Installs what the lock files of this folder and of others name, unless done: `node .ci/install.mjs [--omit=dev] [FOLDER …]`. */
import { execSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const omitDev = process.argv.includes('--omit=dev')
for (const folder of ['.', ...process.argv.slice(2).filter((argument) => argument !== '--omit=dev')]) {
  const stamp = `${folder}/node_modules/.installed`
  const parts = [readFileSync(`${folder}/package-lock.json`, 'utf8'), process.platform, process.arch]
  const hash = createHash('sha256').update(parts.join(' ')).digest('hex')
  const installed = existsSync(stamp) && readFileSync(stamp, 'utf8')
  if (installed === hash || (omitDev && installed === `${hash} --omit=dev`)) continue
  const options = folder === '.' ? (omitDev ? '--omit=dev' : '--include=dev') : '--ignore-scripts'
  const env = { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' }
  execSync(`npm ci ${options} --prefer-offline --no-audit --no-fund`, { cwd: folder, stdio: 'inherit', env })
  writeFileSync(stamp, omitDev ? `${hash} --omit=dev` : hash)
}
