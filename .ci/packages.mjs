/** The two packages that are made of one tree. Each has its manifest, README and tsconfig in `.ci/packages/<name>/`. */
import { lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/** Their names. */
export const packageNames = ['voter-registration', 'voter-registration-server']

/** In the root's package.json: what only the owner knows, and nothing else may guess. */
export const ownersFields = ['author', 'homepage', 'repository', 'bugs']

/** What stands where the owner has to fill something in. */
export const ownersMark = 'OWNER FILLS IN'

/** Where a package is built, ready to be packed. */
export const builtPackage = (name) => path.join('dist/packages', name)

/**
 * Lets Node find the built packages by their names from anywhere in this tree, as at a partner's: `node_modules/<name>`
 * leads to the build, and so does the command's name. `npm ci` takes the links away, so each build makes them anew. npm's
 * workspaces would do the same, but want their folders to be there before the first build.
 */
export function linkPackages() {
  for (const name of packageNames) link(path.resolve(builtPackage(name)), path.join('node_modules', name), 'junction')
  if (process.platform === 'win32') return
  mkdirSync('node_modules/.bin', { recursive: true })
  link('../voter-registration-server/dist/cli.js', 'node_modules/.bin/voter-registration-server')
}

function link(target, from, type) {
  if (lstatSync(from, { throwIfNoEntry: false }) !== undefined) rmSync(from, { recursive: true })
  symlinkSync(target, from, type)
}
