/** The alerts and the configurations of Prometheus in the documentation, tried with its own tool. */
import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'

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

it('the documentation scrapes the BFF as the job of the alerts', () => {
  const jobs = scrapeConfigs.flatMap((text) => parse(text).scrape_configs).map(({ job_name }) => job_name)
  expect(jobs).toHaveLength(2)
  const jobNames = [...read('alerts.yml').matchAll(/job="(.*?)"/g)].map(([, job]) => job)
  expect(new Set(jobNames)).toEqual(new Set(jobs))
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

describe.skipIf(!hasPromtool)(`promtool${hasPromtool ? '' : ' (skipped: it is not installed)'}`, () => {
  const promtool = (...args: string[]) => promisify(execFile)('promtool', args, { cwd: sourceFolder })

  it('accepts the alerts', async () => {
    expect((await promtool('check', 'rules', 'alerts.yml')).stdout).toMatch(/SUCCESS: \d+ rules found/)
  })

  it.each(ruleTests)('sees each alert fire when it should, and only then: %s', { timeout: 120_000 }, async (name) => {
    expect((await promtool('test', 'rules', name)).stdout).toContain('SUCCESS')
  })

  it.each(scrapeConfigs)('accepts configuration %$ of docs/deployment.md', async (text) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-prometheus-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    copyFileSync(path.join(sourceFolder, 'alerts.yml'), path.join(folder, 'alerts.yml'))
    // Debian builds Prometheus without Kubernetes.
    const config = text.replace(/kubernetes_sd_configs: .*/, 'static_configs: [{ targets: ["127.0.0.1:9464"] }]')
    writeFileSync(path.join(folder, 'prometheus.yml'), config)
    const { stdout } = await promtool('check', 'config', path.join(folder, 'prometheus.yml'))
    expect(stdout).toContain('is valid prometheus config file syntax')
  })
})
