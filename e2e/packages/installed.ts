/** Installs the packed packages as partners do. `npm run pack` makes them. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import rootPackage from '../../package.json' with { type: 'json' }

const root = path.join(import.meta.dirname, '../..')

/** What a package's manifest says of what it contains. */
export interface Manifest {
  version: string
  exports: Record<string, string | object>
  bin?: Record<string, string>
  unpkg?: string
  jsdelivr?: string
  customElements?: string
  dependencies: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** What a lock file says, by the place of each package. */
export interface Lock {
  packages: Record<
    string,
    {
      name?: string
      version?: string
      dev?: boolean
      optionalDependencies?: Record<string, string>
      resolved?: string
      integrity?: string
    }
  >
}

export const readManifest = (folder: string): Manifest => readJson(path.join(folder, 'package.json'))

export const readLock = (file: string): Lock => readJson(file)

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

/** Returns the path of a packed package. */
export const tarball = (name: string) => path.join(root, `dist/${name}-${rootPackage.version}.tgz`)

/** Returns the path of a file of a package that this tree has. */
export const program = (name: string, file = '') => path.join(root, 'node_modules', name, file)

/** The folder of the lowest TypeScript that the documentation names: `npm run test:packages` installs it. */
export const lowestTypescript = path.join(import.meta.dirname, 'lowest-typescript/node_modules/typescript')

/** Runs a Node program and returns its standard output. @throws with all that it has printed */
export async function node(args: readonly string[], folder = root): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
    ({ stdout: out, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${args.join(' ')} has failed.\n${out}${stderr}`)
    },
  )
  return stdout
}

/** Returns the paths of all files below a folder. */
export const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))

/**
 * Installs a package into a new folder, with the versions of this tree's lock file: npm finds everything in its cache and needs no
 * network once `npm ci` has run here.
 *
 * @param peers further packages that the consumer has
 * @returns the folder, which also has the consumer's files
 */
export async function install(work: string, name: string, ...peers: readonly string[]): Promise<string> {
  const folder = path.join(work, name)
  const lock = readLock(path.join(root, 'package-lock.json'))
  // Neither this project nor its workspaces are part of a partner's.
  const libraries = Object.entries(lock.packages).filter(([place]) =>
    /^node_modules\/(?!voter-registration)/.test(place),
  )
  const locked = Object.fromEntries(libraries)
  const packages = { '': { name: 'consumer' }, ...locked }
  cpSync(path.join(root, 'e2e/packages/consumer', name), folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }')
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ ...lock, name: 'consumer', packages }))
  const added = peers.map((peer) => `${peer}@${locked[`node_modules/${peer}`]?.version}`)
  const args = ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball(name), ...added]
  const { npm_execpath: script } = process.env
  if (script) await node([script, ...args], folder)
  else await promisify(execFile)('npm', args, { cwd: folder, shell: process.platform === 'win32' })
  return folder
}

/** Lends a consumer's folder packages that a partner already has, under their usual names. */
export function lend(folder: string, packages: Readonly<Record<string, string>>): void {
  for (const [name, source] of Object.entries(packages)) {
    remove(folder, name)
    const target = path.join(folder, 'node_modules', name)
    mkdirSync(path.dirname(target), { recursive: true })
    symlinkSync(program(source), target, 'junction')
  }
}

/** Replaces React. It is copied, so that it resolves from the consumer's folder only. */
export function haveReact(folder: string, packages: Readonly<Record<string, string>>): void {
  for (const [name, source] of Object.entries(packages)) {
    remove(folder, name)
    cpSync(program(source), path.join(folder, 'node_modules', name), { recursive: true })
  }
}

/** Takes packages out of a consumer's folder. */
export function remove(folder: string, ...names: readonly string[]): void {
  for (const name of names) rmSync(path.join(folder, 'node_modules', name), { recursive: true, force: true })
}

/**
 * Type-checks a consumer's files with both module resolutions.
 *
 * @param typescript the compiler's folder
 * @param types the ambient types that the consumer's project has; '' for none
 * @throws with the compiler's errors
 */
export async function checkTypes(
  folder: string,
  files: readonly string[],
  { typescript = program('typescript'), types = 'node' } = {},
): Promise<void> {
  const { bin: { tsc = '' } = {} } = readManifest(typescript)
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: false,
    target: 'ES2022',
    jsx: 'react-jsx',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    types: types.split(' ').filter(Boolean),
  }
  for (const modules of [{ module: 'ESNext', moduleResolution: 'bundler' }, { module: 'NodeNext' }]) {
    const project = { compilerOptions: { ...compilerOptions, ...modules }, files }
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(project))
    await node([path.join(typescript, tsc), '-p', 'tsconfig.json'], folder)
  }
}
