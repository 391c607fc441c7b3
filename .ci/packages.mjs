/** The packages that are built from this tree. Each has its manifest, README and tsconfig in its folder of `src`. */
import { lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/** Their names. The form's comes first, then the server's. */
export const packageNames = [
  'voter-registration',
  'voter-registration-server',
  'voter-registration-monitor',
  'voter-registration-sandbox',
  'voter-registration-civic',
]

/** Returns a package's folder in `src`. */
export const sourceFolder = (name) => path.join('src', name.replace(/^voter-registration-?/, '') || 'form')

/** Returns a package's manifest as it is in `src`, with `version` in the place of `{version}`. */
export const sourceManifest = (name, version) =>
  JSON.parse(readFileSync(path.join(sourceFolder(name), 'package.json'), 'utf8').replaceAll('{version}', version))

/** Fields of the root's package.json that only the owner knows. No program may guess them. */
export const ownersFields = ['author', 'homepage', 'repository', 'bugs']

/** Returns the folder of a built package, ready to be packed. */
export const builtPackage = (name) => path.join('dist/packages', name)

/**
 * Lets Node resolve the built packages by name from anywhere in a tree, as in a partner's project: `node_modules/<name>` and
 * the commands' names link to the build. The links are relative, so that a copied or moved tree runs its own build. `npm ci`
 * removes them, so each build creates them again. npm workspaces would do the same, but require their folders to exist before
 * the first build.
 *
 * @param tree its folder; default: the one in which this process runs
 */
export function linkPackages(tree = '.') {
  const modules = path.join(tree, 'node_modules')
  mkdirSync(path.join(modules, '.bin'), { recursive: true })
  for (const name of packageNames) link(path.join('..', builtPackage(name)), path.join(modules, name), 'junction')
  if (process.platform === 'win32') return
  for (const name of packageNames.slice(1))
    link(`../${name}/dist/${path.basename(sourceFolder(name))}/cli.js`, path.join(modules, '.bin', name))
}

function link(target, from, type) {
  if (lstatSync(from, { throwIfNoEntry: false }) !== undefined) rmSync(from, { recursive: true })
  symlinkSync(target, from, type)
}
