/** Checks that the packages' manifests, their tsconfigs and the tree's own tsconfig agree about the doors. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { builtPackage, linkPackages, packageNames, sourceFolder } from './packages.mjs'

const root = path.join(import.meta.dirname, '..')
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))

/** An entry of the lock file. */
interface LockedPackage {
  license?: string
  integrity?: string
  dev?: boolean
  devOptional?: boolean
  link?: boolean
  hasInstallScript?: boolean
}

/** Returns a door's source by its built path: `src/form/react.ts` for `./dist/form/react.js`;
 *  bundled files are in `web`. */
const sourceOf = (built: string) =>
  built
    .replace(/^\.\/dist\/(web\/)?/, (_, web?: string) => (web === undefined ? 'src/' : 'src/form/'))
    .replace(/\.js$/, '.ts')

describe.each(packageNames)('%s', (name) => {
  const folder = sourceFolder(name)
  const manifest = read(`${folder}/package.json`)
  const doors = Object.entries<string | { types: string; default?: string }>(manifest.exports).flatMap(([door, to]) =>
    // A types-only door has no source: the build generates it.
    typeof to === 'string' || to.default === undefined ? [] : [{ door, types: to.types, source: sourceOf(to.default) }],
  )

  it('puts types first, beside the code', () => {
    expect(doors.length).toBeGreaterThan(0)
    for (const { types, source } of doors) expect(sourceOf(types.replace('.d.ts', '.js'))).toBe(source)
    for (const target of Object.values<object | string>(manifest.exports))
      if (typeof target === 'object' && 'default' in target) expect(Object.keys(target)).toEqual(['types', 'default'])
  })

  it('compiles what it opens, and nothing else', () => {
    const { files, include } = read(`${folder}/tsconfig.json`)
    const compiled = [...files, ...include].map((file: string) => path.posix.join(folder, file))
    const command = Object.values<string>(manifest.bin ?? {}).map((file) => sourceOf(`./${file}`))
    expect(compiled.sort()).toEqual([...doors.map(({ source }) => source), ...command].sort())
    for (const file of compiled) expect(file.includes('*') || existsSync(path.join(root, file))).toBe(true)
  })

  it('means the same source in this tree', () => {
    const { paths } = read('tsconfig.json').compilerOptions
    const here = Object.fromEntries(doors.map(({ door, source }) => [path.posix.join(name, door), [`./${source}`]]))
    expect(paths).toMatchObject(here)
  })
})

it('nobody publishes the root by accident', () => {
  expect(read('package.json').private).toBe(true)
})

it('what a server or a page runs is free to use, comes with a checksum and runs nothing while it is installed', () => {
  const all = Object.entries<LockedPackage>(read('package-lock.json').packages)
  const shipped = all.filter(([name, entry]) => name !== '' && !entry.dev && !entry.devOptional && !entry.link)
  expect(shipped.length).toBeGreaterThan(50)
  const licenses = ['MIT', 'ISC', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD']
  const wrong = shipped.filter(
    ([, { license = '', integrity, hasInstallScript }]) =>
      !licenses.includes(license) || !integrity?.startsWith('sha512-') || hasInstallScript,
  )
  expect(wrong).toEqual([])
})

it('a copied clone runs its own build', () => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'voter-registration-clones-')))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [first, copy] = ['first', 'copy'].map((name) => path.join(folder, name)) as [string, string]
  for (const name of packageNames) mkdirSync(path.join(first, builtPackage(name), 'dist/server'), { recursive: true })
  writeFileSync(path.join(first, builtPackage('voter-registration-server'), 'dist/server/cli.js'), '')
  linkPackages(first)
  // As `cp -a` does; by itself Node would write the address that the links have now.
  cpSync(first, copy, { recursive: true, verbatimSymlinks: true })
  const linked = [...packageNames, ...(process.platform === 'win32' ? [] : ['.bin/voter-registration-server'])]
  for (const tree of [first, copy])
    for (const name of linked)
      expect(realpathSync(path.join(tree, 'node_modules', name)).startsWith(path.join(tree, 'dist/packages'))).toBe(
        true,
      )
})
