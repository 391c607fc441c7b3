/** Alerts and dashboard ask for what a server prints; the alerts and the documentation's configurations, by Prometheus's tool. */
import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { problemCodes } from '../../contract/bff-api.ts'
import { bffPaths } from '../../contract/routes.ts'
import { limitNames } from '../middleware/limits.ts'
import { serve } from '../serve.ts'
import { theOptions } from '../testing/bff-requests.ts'
import { temporaryFolders } from '../testing/temporary-folder.ts'

const newFolder = temporaryFolders()
const sourceFolder = import.meta.dirname
const read = (name: string) => readFileSync(path.join(sourceFolder, name), 'utf8')
const ruleTests = ['alerts.test.yml', 'alerts-weeks.test.yml']
const scrapeConfigs = [...read('../../../docs/deployment.md').matchAll(/^```yaml\n(.*?)^```$/gms)]
  .map(([, text = '']) => text)
  .filter((text) => text.includes('scrape_configs'))

it('each alert fires in a test of the rules', () => {
  const groups: { rules: { alert: string }[] }[] = parse(read('alerts.yml')).groups
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
  const fired = ruleTests.flatMap((name) => [...read(name).matchAll(/\{alertname="(\w+)"/g)].map(([, alert]) => alert))
  expect(new Set(fired)).toEqual(new Set(alerts))
})

it('the documented scrape configuration uses the job name of the alerts', () => {
  const jobs = scrapeConfigs.flatMap((text) => parse(text).scrape_configs).map(({ job_name }) => job_name)
  expect(jobs).toHaveLength(2)
  const jobNames = [...read('alerts.yml').matchAll(/job="(.*?)"/g)].map(([, job]) => job)
  expect(new Set(jobNames)).toEqual(new Set(jobs))
})

it.each(['grafana-dashboard.json', 'alerts.yml'])('%s uses only metrics that a server prints', async (name) => {
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
  outcome: ['answered', 'invalid', 'not_sent', 'unknown', 'accepted', 'full', 'delivered', 'rejected', 'failed'],
  code: ['ok', ...problemCodes],
  limit: [...limitNames],
  call: ['registration', 'event'],
  status: ['5..'],
  route: Object.values(bffPaths),
  job: ['voter-registration'],
}

it.each(['grafana-dashboard.json', 'alerts.yml'])('%s uses only values that these labels can have', (name) => {
  const asked = [...read(name).matchAll(/\b(\w+)[!=]~?\\?"([^"\\]*)\\?"/g)].flatMap(([, label = '', texts = '']) =>
    texts.split('|').map((text) => ({ label, text })),
  )
  expect(asked.length).toBeGreaterThan(2)
  expect(asked.filter(({ label, text }) => !values[label]?.includes(text))).toEqual([])
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

describe.skipIf(!hasPromtool)(`promtool${hasPromtool ? '' : ' (skipped: it is not installed)'}`, () => {
  const promtool = (...args: string[]) => promisify(execFile)('promtool', args, { cwd: sourceFolder })

  it('accepts the alerts', async () => {
    expect((await promtool('check', 'rules', 'alerts.yml')).stdout).toMatch(/SUCCESS: \d+ rules found/)
  })

  it.each(ruleTests)('fires each alert when it should, and only then: %s', { timeout: 120_000 }, async (name) => {
    expect((await promtool('test', 'rules', name)).stdout).toContain('SUCCESS')
  })

  it.each(scrapeConfigs)('accepts configuration %$ of docs/deployment.md', async (text) => {
    const folder = newFolder()
    copyFileSync(path.join(sourceFolder, 'alerts.yml'), path.join(folder, 'alerts.yml'))
    // Debian builds Prometheus without Kubernetes.
    const config = text.replace(/kubernetes_sd_configs: .*/, 'static_configs: [{ targets: ["127.0.0.1:9464"] }]')
    writeFileSync(path.join(folder, 'prometheus.yml'), config)
    const { stdout } = await promtool('check', 'config', path.join(folder, 'prometheus.yml'))
    expect(stdout).toContain('is valid prometheus config file syntax')
  })
})
