import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { problemCodes } from '../../contract/bff-api.ts'
import { bffPaths } from '../../contract/routes.ts'
import { limitNames } from '../middleware/limits.ts'
import { serve } from '../serve.ts'
import { theOptions } from '../testing/bff-requests.ts'

const read = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8')

it.each(['grafana-dashboard.json', 'alerts.yml'])('%s asks only for metrics that a server prints', async (name) => {
  const options = { ...theOptions('http://127.0.0.1:9'), port: 0, metricsPort: 0 }
  const server = await serve(options, { log: () => undefined })
  onTestFinished(() => server.close())
  const text = await (await fetch(server.metricsUrl ?? '')).text()
  const printedMetrics = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, metric, type]) =>
    type === 'histogram' ? [`${metric}_bucket`, `${metric}_count`, `${metric}_sum`] : [metric],
  )
  const usedMetrics = new Set(read(name).match(/voter_registration_\w+/g))
  expect(usedMetrics.size).toBeGreaterThan(3)
  expect([...usedMetrics].filter((metric) => !printedMetrics.includes(metric))).toEqual([])
})

it('the dashboard shows every gauge and the partners', () => {
  const dashboard: { panels: { targets: { expr: string }[] }[] } = JSON.parse(read('grafana-dashboard.json'))
  const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join(' ')
  for (const gauge of [
    'breaker_state',
    'upstream_in_flight',
    'outbox_waiting',
    'outbox_oldest_seconds',
    'partner_registrations_total',
  ]) {
    expect(expressions).toContain(gauge)
  }
})

/** The allowed values of the labels that a rule or a panel uses. */
const values: Record<string, readonly string[]> = {
  outcome: ['answered', 'refused', 'not_sent', 'may_have_been_sent'],
  code: ['ok', ...problemCodes],
  fate: ['accepted', 'invalid', 'full', 'delivered', 'refused', 'failed', 'undecided'],
  limit: [...limitNames],
  call: ['registration', 'event'],
  status: ['5..'],
  route: Object.values(bffPaths),
  job: ['voter-registration'],
}

it.each(['grafana-dashboard.json', 'alerts.yml'])('%s asks only for values that these labels can have', (name) => {
  const asked = [...read(name).matchAll(/\b(\w+)[!=]~?\\?"([^"\\]*)\\?"/g)].flatMap(([, label = '', texts = '']) =>
    texts.split('|').map((text) => ({ label, text })),
  )
  expect(asked.length).toBeGreaterThan(2)
  expect(asked.filter(({ label, text }) => !values[label]?.includes(text))).toEqual([])
})

it('the dashboard can be imported: it has a title, a version of its schema, and panels that do not lie on each other', () => {
  const dashboard = JSON.parse(read('grafana-dashboard.json'))
  expect(dashboard).toMatchObject({
    title: expect.any(String),
    schemaVersion: expect.any(Number),
    uid: expect.any(String),
  })
  const places: { gridPos: { x: number; y: number; w: number; h: number } }[] = dashboard.panels
  const cells = places.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
})
