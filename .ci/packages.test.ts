/** Checks that the packages' manifests, their tsconfigs and the tree's own tsconfig agree about the doors. */
import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { lockProblems, packageFolders } from './packages.mjs'

const root = path.join(import.meta.dirname, '..')
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))

/** An entry of the lock file. */
interface LockedPackage {
  license?: string
  integrity?: string
  link?: boolean
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  hasInstallScript?: boolean
}

/** Returns a door's source by its built path: `src/form/react.ts` for `./dist/form/react.js`;
 *  bundled files are in `web`. */
const sourceOf = (built: string) =>
  built
    .replace(/^\.\/dist\/(web\/)?/, (_, web?: string) => (web === undefined ? 'src/' : 'src/form/'))
    .replace(/\.js$/, '.ts')

describe.each(Object.entries(packageFolders))('%s', (name, folder) => {
  const manifest = read(`${folder}/package.json`)
  const doors = Object.entries<string | { types: string; default?: string }>(manifest.exports).flatMap(([door, to]) =>
    // The build generates types without code, and the style sheet with its types.
    typeof to === 'string' || to.default === undefined || door.endsWith('.css')
      ? []
      : [{ door, types: to.types, source: sourceOf(to.default) }],
  )

  it('has the version, license and engines of all, in its script files too', () => {
    const { version, license, engines } = read('package.json')
    expect(manifest).toMatchObject({ name, version, license, engines })
    for (const [, named] of JSON.stringify(manifest).matchAll(/element\/(\d[^/]*)\//g)) expect(named).toBe(version)
  })

  it('is linked by a path that a copied clone keeps', () => {
    expect(
      readlinkSync(path.join(root, 'node_modules', name))
        .split(path.sep)
        .join('/'),
    ).toBe(`../${folder}`)
  })

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
  const packages: Record<string, LockedPackage> = read('package-lock.json').packages
  const shipped = new Map<string, LockedPackage>()
  const addDependencies = (parent: string) => {
    const { dependencies, peerDependencies } = packages[parent] ?? {}
    for (const dependency of Object.keys({ ...dependencies, ...peerDependencies })) {
      const places = [`${parent}/node_modules/${dependency}`, `node_modules/${dependency}`]
      const place = places.find((name) => name in packages && !packages[name]?.link && !shipped.has(name))
      if (place === undefined) continue
      shipped.set(place, packages[place] ?? {})
      addDependencies(place)
    }
  }
  for (const folder of Object.values(packageFolders)) addDependencies(folder)
  expect(shipped.size).toBeGreaterThan(50)
  const licenses = ['MIT', 'ISC', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD']
  const invalid = [...shipped].filter(
    ([, { license = '', integrity, hasInstallScript }]) =>
      !licenses.includes(license) || !integrity?.startsWith('sha512-') || hasInstallScript,
  )
  expect(invalid).toEqual([])
})

it.each(['package-lock.json', 'e2e/hosts/wordpress/package-lock.json'])('%s is complete for every platform', (file) => {
  // Else: delete it and node_modules, then run npm install.
  expect(lockProblems(read(file))).toEqual([])
})
