import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import rootPackage from '../package.json' with { type: 'json' }

const folder = path.join(import.meta.dirname, 'examples')
const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
const read = (...file: string[]) => readFileSync(path.join(import.meta.dirname, '..', ...file), 'utf8')

describe.each(names)('the example %s', (name) => {
  const files = readdirSync(path.join(folder, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))

  it('is run in a browser, and named in the documentation', () => {
    expect(read('e2e/hosts/examples.host.ts')).toContain(`folder: '${name}'`)
    expect(read('docs/frameworks.md')).toContain(`../demo/examples/${name})`)
  })

  it('has exact versions, of our packages this one, and no installed files or lock file', () => {
    const manifests = files.filter((file) => path.basename(file) === 'package.json')
    for (const file of manifests) {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(file, 'utf8'))
      for (const [one, version] of Object.entries({ ...dependencies, ...devDependencies }))
        expect(version, one).toMatch(one.startsWith('voter-') ? rootPackage.version : /^\d+\.\d+\.\d+$/)
    }
    expect(files.filter((file) => /lock\.|-lock|node_modules/.test(path.relative(folder, file)))).toEqual([])
  })

  it('has the script file of this version', () => {
    for (const file of files)
      for (const [, version] of readFileSync(file, 'utf8').matchAll(/element\/(\d+\.\d+\.\d+)/g))
        expect(version, file).toBe(rootPackage.version)
  })
})
