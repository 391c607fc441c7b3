/** Kills the monitor: a short run of `e2e/faults/kill-monitor.mjs`, which `npm run test:faults` runs completely. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { root } from './child.ts'

test('no outage is lost, doubled or made up when the monitor is killed twice', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['e2e/faults/kill-monitor.mjs'], {
    cwd: root,
    env: { ...process.env, KILLS: '2' },
    timeout: 80_000,
  })
  expect(stdout).toContain('No outage lost, doubled or made up.')
})
