/** `npm run test:hosts`: installs each host of `e2e/hosts`, one at a time, and uses the form there in a browser. Names after
 *  `--` run those hosts only, `--grep=WORD` the tests whose titles have that word; `--write` puts the results into
 *  `docs/hosts.md`. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build } from './build.mjs'
import { chromium } from './chromium.mjs'
import { install } from './install.mjs'
import { bin, node } from './program.mjs'

const folder = 'e2e/hosts'
const page = 'docs/hosts.md'

export async function hosts() {
  const args = process.argv.slice(3)
  const named = args.filter((arg) => !arg.startsWith('--'))
  const grep = args.filter((arg) => arg.startsWith('--grep='))
  const all = readdirSync(folder).filter((file) => file.endsWith('.host.ts'))
  const unknown = named.filter((name) => !all.includes(`${name}.host.ts`))
  if (unknown.length > 0)
    throw new Error(
      `${unknown.join(' ')}: no such host. There are ${all.map((file) => file.split('.')[0]).join(', ')}.`,
    )
  await install()
  await build()
  // The examples are installed from them.
  await node(['.ci/pack.mjs', '--tarballs'])
  const results = []
  const failures = []
  for (const file of all.filter((one) => named.length === 0 || named.includes(one.split('.')[0]))) {
    const temporary = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-hosts-'))
    const lines = path.join(temporary, 'results.jsonl')
    const env = { CHROMIUM: await chromium(), HOSTS_RESULTS: lines }
    const run = [bin('@playwright/test', 'playwright'), 'test', '-c', `${folder}/playwright.config.ts`, file, ...grep]
    await node(run, { env }).catch((error) => failures.push(error.message))
    const ran = existsSync(lines) ? readFileSync(lines, 'utf8').trim().split('\n') : []
    const ofFile = ran.map((line) => JSON.parse(line))
    results.push(...ofFile)
    // At once: a run that is ended keeps what it has tried.
    if (args.includes('--write') && ofFile.length > 0) write(ofFile)
    rmSync(temporary, { recursive: true, force: true })
  }
  console.log(`\n${hostsTable(results)}`)
  const passed = results.filter(({ result }) => result === 'passed').length
  console.log(
    `\n${passed} passed, ${results.length - passed + (passed === results.length ? failures.length : 0)} failed`,
  )
  if (failures.length > 0) process.exitCode = 1
}

/**
 * The results as a table: a line for each host and promise, a column for each engine.
 *
 * @param results lines of `e2e/hosts/json-lines.ts`
 */
export function hostsTable(results) {
  const engines = [...new Set(results.map(({ engine }) => engine))]
  const rows = new Map()
  for (const { host, engine, promise, result } of results) {
    const key = `${host} | ${promise}`
    rows.set(key, { ...rows.get(key), [engine]: result })
  }
  const lines = [...rows].map(
    ([key, by]) => `| ${key} | ${engines.map((engine) => by[engine] ?? 'not run').join(' | ')} |`,
  )
  return [`| Host | Promise | ${engines.join(' | ')} |`, `|---|---|${'---|'.repeat(engines.length)}`, ...lines].join(
    '\n',
  )
}

/** The line above a host's table. */
function lastRun(results, host) {
  const days = results.filter((one) => one.host === host).map(({ day }) => day)
  return `Last run: ${days.sort().at(-1)}.`
}

const block = /<!-- hosts: (.+) -->\n[\s\S]*?<!-- end hosts -->/g

/** Writes the results of each host between its marks; a host that did not run keeps its results. */
function write(results) {
  const ran = [...new Set(results.map(({ host }) => host))]
  const text = readFileSync(page, 'utf8')
  const missing = ran.filter((host) => !text.includes(`<!-- hosts: ${host} -->`))
  const ends = missing.map((host) => `\n<!-- hosts: ${host} -->\n<!-- end hosts -->\n`).join('')
  const filled = `${text}${ends}`.replaceAll(block, (whole, host) =>
    ran.includes(host)
      ? `<!-- hosts: ${host} -->\n${lastRun(results, host)}\n\n${hostsTable(results.filter((one) => one.host === host))}\n<!-- end hosts -->`
      : whole,
  )
  writeFileSync(page, filled)
  console.log(`${page} has the results of ${ran.join(', ')}`)
}
