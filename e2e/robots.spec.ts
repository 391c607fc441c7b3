/** A few robot voters in both layouts, one page and steps: the bench (`--only=robots`) sends 2,000. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { root } from './child.ts'

interface Row {
  name: string
  cells: Record<'fields' | 'refused' | 'mistakes' | 'presses' | 'done' | 'once', number>
}

test('robot voters come to one answer each; steps ask for no more fields and refuse no more than one page does', async () => {
  const program = `
    const { measure } = await import('./e2e/speed/parts/robots.mjs')
    const { tables } = await measure({ log() {} })
    console.log(JSON.stringify(tables[0].rows))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    env: { ...process.env, ROBOTS: '6' },
  })
  const rows = JSON.parse(stdout) as Row[]
  const [page, steps] = rows.map(({ cells }) => cells)
  for (const cells of [page, steps]) expect(cells).toMatchObject({ done: 100, once: 100 })
  expect(steps?.fields).toBe(page?.fields)
  expect(steps?.mistakes).toBe(page?.mistakes)
})
