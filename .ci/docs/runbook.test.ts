/** Checks that the on-call engineer finds every alert in the runbook. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const top = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(top, file), 'utf8')

it('every alert has its section in the runbook, and there are no others', () => {
  const alerts = [...read('src/server/observability/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const [, section = ''] = read('docs/runbook.md').split(/^## Alerts$/m)
  const described = [...(section.split(/^## /m)[0] ?? '').matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
  expect(alerts.length).toBeGreaterThan(2)
  expect(new Set(described)).toEqual(new Set(alerts))
})
