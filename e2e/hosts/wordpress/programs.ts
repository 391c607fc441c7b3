/** Installs what the WordPress hosts need: PHP, its code sniffer, MariaDB's server, Varnish, and the archives of WordPress itself. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { hasPhp, phpPackages } from './php.mjs'

const hostFolder = import.meta.dirname

/** The server without the system service: nothing starts by itself. */
const databasePackage = 'mariadb-server-core'
/** The distribution's WordPress, with the libraries that its files link to. */
const wordPressPackages = [
  'wordpress',
  'wordpress-theme-twentytwentythree',
  'php-getid3',
  'libjs-underscore',
  'libjs-cropper',
]

const run = (program: string, args: readonly string[], cwd = hostFolder) =>
  execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

function apt(...args: string[]): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error(`This host needs Debian's packages. As root: apt-get ${args.join(' ')}`)
  run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-q', ...args])
}

/** Installs PHP with the extensions that WordPress needs. */
export function installPhp(): void {
  if (hasPhp()) return
  apt('update')
  apt('install', '-y', '--no-install-recommends', ...phpPackages)
}

/** Installs PHP_CodeSniffer. */
export function installCodeSniffer(): void {
  if (existsSync('/usr/bin/phpcs')) return
  apt('update')
  apt('install', '-y', '--no-install-recommends', 'php-codesniffer')
}

/** Installs MariaDB's server. */
export function installMariaDb(): void {
  if (existsSync('/usr/sbin/mariadbd')) return
  apt('update')
  apt('install', '-y', '--no-install-recommends', databasePackage)
}

/** Installs Varnish. */
export function installVarnish(): void {
  if (existsSync('/usr/sbin/varnishd')) return
  apt('update')
  apt('install', '-y', '--no-install-recommends', 'varnish')
}

/**
 * Copies WordPress 6.5 from the npm archive, with SQLite, into a folder.
 *
 * @param folder the folder
 */
export function unpackNpmWordPress(folder: string): void {
  const archive = path.join(hostFolder, 'node_modules/@wp-playground/wordpress-builds')
  const banner = path.join(hostFolder, 'node_modules/vanilla-cookieconsent')
  if (!existsSync(archive) || !existsSync(banner))
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', hostFolder], path.dirname(hostFolder))
  unzip(path.join(archive, 'src/wordpress/wp-6.5.zip'), folder)
  // The archive has pictures, styles and scripts next to the zip.
  cpSync(path.join(archive, 'public/wp-6.5'), folder, { recursive: true })
  rmSync(path.join(folder, 'wp-content/database'), { recursive: true, force: true })
  const plugins = path.join(folder, 'wp-content/plugins')
  unzip(path.join(archive, 'src/sqlite-database-integration/sqlite-database-integration.zip'), plugins)
  const plugin = path.join(plugins, 'sqlite-database-integration')
  cpSync(`${plugin}-main`, plugin, { recursive: true })
  rmSync(`${plugin}-main`, { recursive: true })
  cpSync(path.join(plugin, 'db.copy'), path.join(folder, 'wp-content/db.php'))
}

/**
 * Downloads packages of the distribution and unpacks them, once. They are not installed.
 *
 * @param name their name here
 * @returns the folder with their files
 */
export function debianTree(name: string, packageNames: readonly string[]): string {
  const packages = path.join(hostFolder, `node_modules/.${name}`)
  const tree = path.join(packages, 'tree')
  if (existsSync(tree)) return tree
  mkdirSync(packages, { recursive: true })
  try {
    run('apt-get', ['-q', 'download', ...packageNames], packages)
  } catch {
    // An old package list names files that no longer exist.
    apt('update')
    run('apt-get', ['-q', 'download', ...packageNames], packages)
  }
  for (const file of readdirSync(packages).filter((entry) => entry.endsWith('.deb')))
    run('dpkg', ['-x', file, tree], packages)
  return tree
}

/** Unpacks a zip into a folder. */
export function unzip(file: string, folder: string): void {
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(file)))) {
    const place = path.join(folder, name)
    mkdirSync(name.endsWith('/') ? place : path.dirname(place), { recursive: true })
    if (!name.endsWith('/')) writeFileSync(place, bytes)
  }
}

/**
 * Copies the distribution's WordPress into a folder.
 *
 * @param folder the folder
 */
export function unpackDebianWordPress(folder: string): void {
  const tree = debianTree('debian', wordPressPackages)
  const filter = (file: string) => !/\/(\.htaccess|wp-config\.php)$/.test(file)
  cpSync(path.join(tree, 'usr/share/wordpress'), folder, { recursive: true, dereference: true, filter })
  mkdirSync(path.join(folder, 'wp-content/uploads'), { recursive: true })
}
