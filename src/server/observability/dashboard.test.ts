import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { problemCodes } from '../../contract/bff-api.ts'
import { limitNames } from '../middleware/rate-limiter.ts'
import type { GaugeName } from './meter.ts'
import { prometheusMeter } from './prometheus.ts'

const read = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8')

it.each(['grafana-dashboard.json', 'alerts.yml'])(
  '%s asks only for metrics and labels that there are',
  async (name) => {
    const { meter, text } = prometheusMeter()
    const gauges: Record<GaugeName, true> = {
      breaker_state: true,
      upstream_in_flight: true,
      upstream_queued: true,
      outbox_waiting: true,
      outbox_failed: true,
      outbox_undecided: true,
      outbox_oldest_seconds: true,
    }
    const names: string[] = Object.keys(gauges)
    for (const gauge of names) meter.gauge(gauge as GaugeName, async () => 0)
    meter.registration('answered', 'ok', 'MA', 'acme')
    meter.press('accepted')
    meter.upstream('registration', 'answered', 1)
    meter.request?.('/settings', 'GET', 200, 0.01)
    meter.limited('ip')
    meter.drift('x')
    const known = new Set((await text()).match(/^voter_registration_\w+/gm))
    const asked = new Set(read(name).match(/voter_registration_\w+/g))
    expect(asked.size).toBeGreaterThan(3)
    expect([...asked].filter((metric) => !known.has(metric))).toEqual([])
  },
)

it('there are four alerts, and the dashboard shows every gauge and the partners', () => {
  expect(read('alerts.yml').match(/- alert:/g)).toHaveLength(4)
  const dashboard: { panels: { targets: { expr: string }[] }[] } = JSON.parse(read('grafana-dashboard.json'))
  const asked = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join(' ')
  for (const gauge of [
    'breaker_state',
    'upstream_in_flight',
    'outbox_waiting',
    'outbox_oldest_seconds',
    'partner_registrations_total',
  ]) {
    expect(asked).toContain(gauge)
  }
})

/** The allowed values of the labels that a rule or a panel uses. */
const values: Record<string, readonly string[]> = {
  outcome: ['answered', 'refused', 'not_sent', 'may_have_been_sent'],
  code: ['ok', ...problemCodes],
  fate: ['accepted', 'invalid', 'full', 'delivered', 'refused', 'failed', 'undecided'],
  limit: [...limitNames],
  call: ['registration', 'event'],
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
