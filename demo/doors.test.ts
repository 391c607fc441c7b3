import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '..')

it.each(['demo', 'e2e'])('%s uses the packages by their names, as a partner does', (folder) => {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(tsx?|mjs)$/.test(file) && !/(^|[\\/])node_modules[\\/]/.test(file),
  )
  const wrong = files.flatMap((file) =>
    [...readFileSync(path.join(root, folder, file), 'utf8').matchAll(/(?:from|import|import\() ?'(\.[^']+)'/g)]
      .map((match) => path.relative(root, path.join(root, folder, path.dirname(file), match[1] ?? '')))
      .map((target) => target.split(path.sep).join('/'))
      .filter((target) => target.startsWith('src/') && !/^src\/\w+\/testing\//.test(target))
      .map((target) => `${file} imports ${target}`),
  )
  expect(files.length).toBeGreaterThan(10)
  expect(wrong).toEqual([])
})
