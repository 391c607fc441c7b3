/** An example of `demo/examples` as a partner would use it: copied into an empty folder, installed from the packed files,
 *  built for production, started. */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import rootPackage from '../../package.json' with { type: 'json' }
import { root, startProgram } from '../child.ts'
import { startSite } from '../site.ts'
import { sandboxKey } from '../stack.ts'

/** The URL of the BFF in every example; the copy has the test's URL instead. */
const documentedBff = 'http://127.0.0.1:8787'

/** The version of Node for an example that needs a newer one than this. */
const newerNode = '24.21.0'

/** Where an example runs. */
export interface Place {
  /** The page's origin: a free port of 127.0.0.1. */
  origin: string
  /** The example's own origin: the same, or another one behind a proxy at the page's origin. */
  listenOrigin: string
  /** URL of the page with the form. */
  page: string
  /** URL of the BFF. */
  bff: string
  /** URL of the service, for an example that contains the BFF. */
  service: string
  /** Versions of packages in place of the example's own. */
  versions?: Record<string, string>
}

/** A running example. */
export interface ExampleSite {
  /** How long it took, in words. */
  took: string
  /** Returns its server's output so far. */
  output(): string
  stop(): Promise<void>
}

interface Manifest {
  scripts?: Record<string, string>
  packageManager?: string
  engines?: { node?: string }
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/**
 * Installs, builds and starts an example. Its `start` script serves it on the port in `PORT`; without one a plain web server
 * serves the folder `files`.
 *
 * @param name the folder in `demo/examples`
 * @throws with the output of a program that fails
 */
export async function startExample(name: string, files: string | undefined, place: Place): Promise<ExampleSite> {
  const folder = mkdtempSync(path.join(os.tmpdir(), `voter-registration-${name}-`))
  try {
    cpSync(path.join(root, 'demo/examples', name), folder, { recursive: true })
    setBff(folder, place.bff)
    const manifest = withPackedFiles(folder, place.versions)
    const env = { ...(await environment(manifest)), PORT: new URL(place.listenOrigin).port, HOST: '127.0.0.1' }
    const began = Date.now()
    if (existsSync(path.join(folder, 'package.json')))
      await packageManager(manifest.packageManager, ['install'], folder, env)
    const installed = Date.now()
    if (manifest.scripts?.build !== undefined)
      await packageManager(manifest.packageManager, ['run', 'build'], folder, env)
    const took = `installed in ${formatSeconds(began, installed)}, built in ${formatSeconds(installed)}`
    const server = await serve(folder, manifest, files, place, env)
    return {
      took,
      output: server.output,
      async stop() {
        await server.stop()
        remove(folder)
      },
    }
  } catch (error) {
    remove(folder)
    throw error
  }
}

/**
 * Installs the packed `voter-registration-server` in an empty folder.
 *
 * @returns its program, and a function that deletes the folder
 */
export async function installServer(): Promise<{ cli: string; remove: () => void }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-server-'))
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }')
  await packageManager(undefined, ['install', tarball('voter-registration-server')], folder, ownEnvironment())
  return {
    cli: path.join(folder, 'node_modules/voter-registration-server/dist/server/cli.js'),
    remove: () => remove(folder),
  }
}

export const formatSeconds = (start: number, end = Date.now()) => `${Math.round((end - start) / 1000)} s`
export const remove = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

/** Returns the path of a package from `npm run pack`. */
export function tarball(name: string): string {
  const file = path.join(root, `dist/${name}-${rootPackage.version}.tgz`)
  if (!existsSync(file)) throw new Error(`There is no ${file}. Make it with: npm run pack`)
  return file
}

/** Replaces the documented URL of the BFF in an example by this one. */
function setBff(folder: string, bff: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const text = readFileSync(file, 'utf8')
    if (text.includes(documentedBff)) writeFileSync(file, text.replaceAll(documentedBff, bff))
  }
}

/** Replaces the versions of our packages by the packed files, and those of others by these. */
function withPackedFiles(folder: string, versions: Record<string, string> = {}): Manifest {
  const file = path.join(folder, 'package.json')
  if (!existsSync(file)) return {}
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  for (const list of [manifest.dependencies, manifest.devDependencies])
    for (const name of Object.keys(list ?? {})) if (list && versions[name]) list[name] = versions[name]
  for (const [name, version] of Object.entries(manifest.dependencies ?? {})) {
    if (!/^voter-registration(-server)?$/.test(name)) continue
    if (version !== rootPackage.version)
      throw new Error(`The example asks for ${name} ${version}, and ${rootPackage.version} is packed.`)
    manifest.dependencies = { ...manifest.dependencies, [name]: `file:${tarball(name)}` }
  }
  writeFileSync(file, JSON.stringify(manifest, null, 2))
  return manifest
}

/** Returns this process's environment without what `npm run` and the tests add. */
function ownEnvironment(): Record<string, string> {
  const added = /^(npm_(package|lifecycle|config_local_prefix)|NODE_ENV$|INIT_CWD$|CI$|FORCE_COLOR$)/
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || added.test(name) ? [] : [[name, value]],
    ),
  )
}

let newer: Promise<string> | undefined

/** Returns the environment of the example's programs, with a newer Node where it requires one. */
export async function environment({ engines }: Manifest): Promise<Record<string, string>> {
  const env = ownEnvironment()
  const minVersion = Number(/>=(\d+)/.exec(engines?.node ?? '')?.[1] ?? 0)
  if (Number.parseInt(process.versions.node, 10) >= minVersion) return env
  newer ??= installNode()
  return { ...env, PATH: `${await newer}${path.delimiter}${env.PATH ?? ''}` }
}

/** Installs Node from npm's registry once; it is reused until the run ends. */
async function installNode(): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-node-'))
  process.once('exit', () => remove(folder))
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }')
  await packageManager(undefined, ['install', `node@${newerNode}`], folder, ownEnvironment())
  return path.join(folder, 'node_modules/node/bin')
}

/** Runs npm, or the pnpm or Yarn that `packageManager` of a package.json names. */
async function packageManager(
  programName: string | undefined,
  args: readonly string[],
  folder: string,
  env: Record<string, string>,
): Promise<void> {
  const [name = 'npm', version] = programName?.split('@') ?? []
  const program = name === 'yarn' ? `@yarnpkg/cli-dist@${version}` : `${name}@${version}`
  const command = version === undefined ? args : ['exec', '--yes', `--package=${program}`, '--', name, ...args]
  const options = { cwd: folder, env: { ...env, ...(name === 'yarn' && (await yarnSettings(env))) } }
  await promisify(execFile)('npm', [...command], { ...options, maxBuffer: 2 ** 26 }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${name} ${args.join(' ')} failed:\n${error.stdout}\n${error.stderr}`)
    },
  )
}

/** Adds Yarn's settings: Yarn ignores npm's, and its global cache would return an earlier tarball of the same name. */
async function yarnSettings(env: Record<string, string>): Promise<Record<string, string>> {
  const ask = async (key: string) => (await promisify(execFile)('npm', ['config', 'get', key], { env })).stdout.trim()
  const authority = await ask('cafile')
  return {
    YARN_NPM_REGISTRY_SERVER: (await ask('registry')).replace(/\/$/, ''),
    ...(existsSync(authority) && { YARN_HTTPS_CA_FILE_PATH: authority }),
    YARN_ENABLE_GLOBAL_CACHE: 'false',
    YARN_ENABLE_TELEMETRY: 'false',
  }
}

async function serve(
  folder: string,
  { scripts }: Manifest,
  files: string | undefined,
  place: Place,
  env: Record<string, string>,
): Promise<{ output: () => string; stop: () => Promise<void> }> {
  if (scripts?.start === undefined) {
    const site = await startSite(path.join(folder, files ?? '.'), Number(new URL(place.listenOrigin).port))
    return { output: () => '', stop: () => site.stop() }
  }
  const data = path.join(folder, '.data')
  mkdirSync(data)
  let printed = ''
  const server = await startProgram(
    'npm',
    ['start'],
    {
      ...env,
      UPSTREAM_URL: place.service,
      API_KEY_ID: sandboxKey.id,
      API_KEY_SECRET: sandboxKey.secret,
      ALLOWED_ORIGINS: place.origin,
      DATA_DIR: data,
    },
    place.listenOrigin + new URL(place.page).pathname,
    (text) => {
      printed += text
    },
    folder,
  )
  return { output: () => printed, stop: () => server.kill() }
}
