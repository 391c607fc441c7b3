/** What the workflows on the code's host may run: code of others by its commit, since a tag can be moved to another one. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const folder = path.join(import.meta.dirname, '..', '.github', 'workflows')

it('every action of a workflow is pinned by its commit, with the version as a comment', () => {
  const uses = readdirSync(folder).flatMap((file) =>
    readFileSync(path.join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => /^\s*(?:-\s*)?uses:/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(uses.length).toBeGreaterThan(0)
  expect(uses.filter((line) => !/ uses: [\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
})
