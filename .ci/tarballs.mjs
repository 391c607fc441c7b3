/**
 * Packs each built package as `dist/<name>-<version>.tgz`. The server's has a lock file for its image, `dist/operations/package-lock.json`,
 * with the versions that are tested here. A shrinkwrap instead would also pin them for every partner who imports the package.
 */
import { execSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packageFolders } from './packages.mjs'

const npm = (command) => execSync(`npm ${command} --ignore-scripts --no-audit --no-fund`, { stdio: 'inherit' })

// npm reduces this tree's lock file to what the server needs, for every platform. Needs no network.
const folder = mkdtempSync(path.join(tmpdir(), 'voter-registration-lock-'))
for (const file of ['src/server/package.json', 'package-lock.json', '.npmrc'])
  cpSync(file, path.join(folder, path.basename(file)))
npm(`install --prefix "${folder}" --package-lock-only --omit=dev --offline`)
cpSync(path.join(folder, 'package-lock.json'), 'src/server/dist/operations/package-lock.json')
rmSync(folder, { recursive: true })

for (const file of readdirSync('dist').filter((name) => name.endsWith('.tgz'))) rmSync(path.join('dist', file))
// The other workspaces are private: a registry refuses them, and nobody should install them.
const published = Object.keys(packageFolders).map((name) => `--workspace=${name}`)
npm(`pack ${published.join(' ')} --silent --pack-destination dist`)
