/** Installs what the commands need. */
import { hash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { npm } from './program.mjs'

/** Installs the locked packages unless they are already installed. */
export async function install() {
  const wanted = hash('sha256', `${readFileSync('package-lock.json', 'utf8')}${process.platform}-${process.arch}`)
  await once('node_modules/.installed', wanted, () =>
    npm(['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund'], {
      env: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
    }),
  )
}

/** The folder of the lowest TypeScript that reads the packages' types. */
export const lowestTypescript = 'e2e/packages/lowest-typescript'

/** Installs what a folder's own lock file names: the benchmarks' peers, the generator of the documentation, another compiler. */
export async function installApart(folder) {
  await once(`${folder}/node_modules/.installed`, hash('sha256', readFileSync(`${folder}/package-lock.json`)), () =>
    npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]),
  )
}

/** Does the work unless the stamp file shows that it was already done for the same input. */
async function once(stamp, wanted, work) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  await work()
  writeFileSync(stamp, wanted)
}
