import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const demo = import.meta.dirname
const src = path.join(demo, '../src')

it('uses the doors alone, as a partner would', () => {
  const allowed =
    /^(react|element|state-facts|bff|node|hosted|contract|sandbox|monitor)\.ts$|^locales\/[a-zA-Z-]+\.ts$|^testing\/[a-z-]+\.ts$|^widget\/styles\/styles\.css$/
  const files = readdirSync(demo, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const wrong = files.flatMap((file) =>
    [...readFileSync(path.join(demo, file), 'utf8').matchAll(/(?:from|import) '(\.[^']+)'/g)]
      .map((match) => path.relative(src, path.join(demo, path.dirname(file), match[1] ?? '')))
      .filter((target) => !target.startsWith('..') && !allowed.test(target.split(path.sep).join('/')))
      .map((target) => `${file} imports src/${target}`),
  )
  expect(files.length).toBeGreaterThan(10)
  expect(wrong).toEqual([])
})
