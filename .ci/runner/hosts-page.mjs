/** Writes the results of the hosts into `docs/hosts.md`: a table for each host, a column for each engine. */
import { readFileSync, writeFileSync } from 'node:fs'

const page = 'docs/hosts.md'

/**
 * Returns the results as a table: a row for each host and promise, a column for each engine.
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

/** Returns the line above a host's table: the day of each engine's last run. */
function lastRun(results) {
  const days = new Map(results.map(({ engine, day }) => [engine, day]))
  return `Last run: ${[...days].map(([engine, day]) => `${engine} ${day}`).join(', ')}.`
}

/** Parses the results in a host's block. */
function read(host, block) {
  const days = Object.fromEntries(
    [...block.matchAll(/(?:: |, )([^,:]+) (\d{4}-\d\d-\d\d)/g)].map(([, engine, day]) => [engine, day]),
  )
  const [head = [], , ...rows] = block
    .split('\n')
    .filter((line) => line.startsWith('| ') || line.startsWith('|-'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const engines = head.slice(3, -1)
  return rows.flatMap(([, , promise, ...cells]) =>
    engines.flatMap((engine, at) =>
      cells[at] === 'not run' ? [] : [{ host, engine, promise, result: cells[at], day: days[engine] }],
    ),
  )
}

const blocks = /<!-- hosts: (.+) -->\n([\s\S]*?)<!-- end hosts -->/g

/**
 * Returns the page with these results between each host's marks. A host or engine that did not run keeps its earlier results.
 *
 * @param text the page as it is
 * @param results lines of `e2e/hosts/json-lines.ts`
 */
export function withResults(text, results) {
  const ran = [...new Set(results.map(({ host }) => host))]
  const missing = ran.filter((host) => !text.includes(`<!-- hosts: ${host} -->`))
  const ends = missing.map((host) => `\n<!-- hosts: ${host} -->\n<!-- end hosts -->\n`).join('')
  return `${text}${ends}`.replaceAll(blocks, (whole, host, block) => {
    if (!ran.includes(host)) return whole
    const now = results.filter((one) => one.host === host)
    const kept = read(host, block).filter(({ engine }) => now.every((one) => one.engine !== engine))
    const all = [...kept, ...now].sort((a, b) => a.engine.localeCompare(b.engine))
    return `<!-- hosts: ${host} -->\n${lastRun(all)}\n\n${hostsTable(all)}\n<!-- end hosts -->`
  })
}

/** Writes the results into `docs/hosts.md`. */
export function writeHosts(results) {
  writeFileSync(page, withResults(readFileSync(page, 'utf8'), results))
  console.log(`${page} has the results of ${[...new Set(results.map(({ host }) => host))].join(', ')}`)
}
