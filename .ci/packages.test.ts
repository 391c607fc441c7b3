/** What the packages' manifests and lock files say. `e2e/packages` uses the packages. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
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

it.each(Object.entries(packageFolders))('%s has the version, license and engines of all packages', (name, folder) => {
  const manifest = read(`${folder}/package.json`)
  const { version, license, engines } = read('package.json')
  expect(manifest).toMatchObject({ name, version, license, engines })
  for (const [, named] of JSON.stringify(manifest).matchAll(/element\/(\d[^/]*)\//g)) expect(named).toBe(version)
})

it('runtime dependencies have a free license and a checksum, and run nothing during installation', () => {
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
