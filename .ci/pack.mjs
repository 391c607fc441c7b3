/**
 * Finishes the compiled packages: adds to `dist/packages/<name>/` its manifest, its README and the files that are not
 * code; the server's has the WordPress plugin, which is also `dist/voter-registration-wordpress-<version>.zip`.
 * With `--tarballs` each package is packed as well, as `dist/<name>-<version>.tgz`.
 *
 * A manifest is `package.json` of the package's folder in `src` plus values of this tree: version, license, engines, the owner's addresses
 * once they are filled in, and the libraries that the package's code imports, each in the range that begins with the version
 * pinned here; React in the range that the form supports. The server's tarball has a lock file for its image,
 * `dist/operations/package-lock.json`, with the versions that are pinned and tested here. A shrinkwrap instead would also pin
 * them for every partner who imports the package.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { importsBelow } from './imports-below.mjs'
import { builtPackage, linkPackages, ownersFields, packageNames, sourceFolder, sourceManifest } from './packages.mjs'
import { tagTypes } from './tag-types.mjs'
import { buildPlugin, zipFolder } from './wordpress.mjs'

/** What an operator gets besides the programs: files for Grafana, Prometheus, systemd, Docker and PostgreSQL. */
const operations = [
  'observability/grafana-dashboard.json',
  'observability/alerts.yml',
  'deploy/voter-registration.service',
  'deploy/Dockerfile',
  'deploy/compose.yaml',
  'deploy/roles.sql',
  'deploy/passwords.sql',
]

const [formName, serverName] = packageNames
const root = JSON.parse(readFileSync('package.json', 'utf8'))
const { version, license, engines, dependencies: pins } = root

/** The supported range of React. The server renders the form with the React of the project that installs it: with a second copy
 *  of its own, the form's libraries and the form would use different ones. */
const { peerDependencies: reactRange } = sourceManifest(formName, version)

for (const name of packageNames) {
  const folder = builtPackage(name)
  for (const file of ['LICENSE', 'CHANGELOG.md', path.join(sourceFolder(name), 'README.md')])
    cpSync(file, path.join(folder, path.basename(file)))
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest(name), null, 2)}\n`)
}
const [form, server] = packageNames.map((name) => path.join(builtPackage(name), 'dist'))
for (const file of ['styles.css', 'custom-elements.json']) cpSync(`dist/${file}`, path.join(form, file))
// The elements' doors are bundled with Preact: the compiler's output of them would import React.
for (const door of ['element', 'element-class', 'state-facts', 'site-status'])
  rmSync(path.join(form, 'form', `${door}.js`), { force: true })
for (const file of readdirSync(path.join(form, 'form/element')))
  if (file.endsWith('.js')) rmSync(path.join(form, 'form/element', file))
mkdirSync(path.join(form, 'types'), { recursive: true })
for (const [file, text] of Object.entries(tagTypes(JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')))))
  writeFileSync(path.join(form, 'types', file), text)
cpSync('dist/doors', path.join(form, 'web'), { recursive: true })
cpSync(`dist/element/${version}`, path.join(form, 'element', version), { recursive: true })
cpSync(`dist/element/${version}`, path.join(server, 'element', version), {
  recursive: true,
  filter: (file) => !file.endsWith('.map'),
})
for (const file of operations) cpSync(`src/server/${file}`, path.join(server, 'operations', path.basename(file)))
const plugin = path.join(server, 'wordpress/voter-registration')
buildPlugin(plugin, { version, element: `dist/element/${version}` })
writeFileSync(`dist/voter-registration-wordpress-${version}.zip`, zipFolder(plugin, 'voter-registration'))
for (const name of packageNames)
  for (const file of Object.values(sourceManifest(name, version).bin ?? {}))
    chmodSync(path.join(builtPackage(name), file), 0o755)
linkPackages()
if (process.argv.includes('--tarballs')) {
  lockServer()
  packageNames.forEach(pack)
}

/** Returns a package's `package.json`. */
function manifest(name) {
  const { name: named, description, keywords, peerDependencies = {}, ...rest } = sourceManifest(name, version)
  const owners = ownersFields.filter((field) => root[field] !== undefined).map((field) => [field, root[field]])
  const imported = [...importsBelow(path.join(builtPackage(name), 'dist')).keys()]
  const dependencies = imported.filter((one) => !one.startsWith('node:') && !(one in peerDependencies))
  const unknown = dependencies.filter((one) => pins[one] === undefined)
  if (unknown.length > 0)
    throw new Error(`${name} imports ${unknown.join(', ')}: no such dependency is in package.json.`)
  return {
    name: named,
    version,
    description,
    keywords,
    license,
    ...Object.fromEntries(owners),
    engines,
    ...rest,
    files: ['dist', 'CHANGELOG.md'],
    dependencies: Object.fromEntries(
      Object.keys(pins)
        .filter((one) => dependencies.includes(one))
        .map((one) => [one, reactRange[one] ?? `^${pins[one]}`]),
    ),
    ...(Object.keys(peerDependencies).length > 0 && { peerDependencies }),
  }
}

/** Writes the lock file of the server's production tree: npm reduces this tree's lock file to what the server needs, for every
 *  platform. Needs no network. */
function lockServer() {
  const folder = mkdtempSync(path.join(tmpdir(), 'voter-registration-lock-'))
  try {
    cpSync(path.join(builtPackage(serverName), 'package.json'), path.join(folder, 'package.json'))
    cpSync('package-lock.json', path.join(folder, 'package-lock.json'))
    cpSync('.npmrc', path.join(folder, '.npmrc'))
    npm(
      ['install', '--package-lock-only', '--omit=dev', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'],
      folder,
    )
    cpSync(path.join(folder, 'package-lock.json'), path.join(server, 'operations/package-lock.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function pack(name) {
  const args = ['pack', `./${builtPackage(name)}`, '--json', '--ignore-scripts', '--pack-destination', 'dist']
  mkdirSync('dist', { recursive: true })
  const [packed] = JSON.parse(npm(args))
  console.log(`dist/${packed.filename}: ${packed.files.length} files, ${Math.ceil(packed.size / 1024)} KiB`)
}

/** Runs npm: the one that runs this process, if any. Returns its output. */
function npm(args, cwd = '.') {
  const { npm_execpath: script } = process.env
  return script === undefined
    ? execFileSync('npm', args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' })
    : execFileSync(process.execPath, [script, ...args], { cwd, encoding: 'utf8' })
}
