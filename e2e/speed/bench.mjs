/**
 * `npm run bench`: how fast this is beside what one would use instead, in one run.
 *
 *   npm run bench                          everything in short: 3.7 minutes on two quiet cores, once the peers are installed
 *   npm run bench -- --quick               the page, the proxy, the guards, presses and growth only: within 3 minutes
 *   npm run bench -- --full                the long run, for a machine that does nothing else: by its rounds, in minutes,
 *                                          page 9, instances 2, proxy 15 (7 of them a million requests), guards 4,
 *                                          presses 3, growth 3, outbox 6, civic 1, uptime 6; then faults 35 more
 *   npm run bench -- --only=page,proxy     some parts; the results of the others stay
 *   npm run bench -- --full --write        puts "where the time goes" into src/README.md as well
 *
 * A part is a file in `subjects` that exports `measure({ full, log })` and gives `{ title, notes, tables, bars }`, as
 * `proxy.mjs` does; a script of its own joins by lines of JSON, see `harness/script-lines.mjs` and `subjects/uptime.mjs`.
 *
 * Leaves `dist/bench/index.html` and `dist/bench/result.json`. The exit code tells whether everything was measured, not
 * whether every bar is met: times depend on the machine.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { machine } from './harness/machine.mjs'
import { resultPage } from './harness/result-page.mjs'
import { headerText, partText } from './harness/text.mjs'
import { writeTable } from './harness/where-the-time-goes.mjs'

const { values } = parseArgs({
  options: {
    full: { type: 'boolean' },
    quick: { type: 'boolean' },
    only: { type: 'string' },
    write: { type: 'boolean' },
  },
})
const full = values.full === true
/** In the order of the page; a further file in `subjects` comes last. */
const order = ['page', 'instances', 'proxy', 'guards', 'presses', 'growth', 'outbox', 'civic', 'uptime']
const there = readdirSync(new URL('subjects', import.meta.url)).map((file) => file.replace(/\.mjs$/, ''))
const names = [...order, ...there.filter((name) => !order.includes(name))].filter((name) => there.includes(name))
/** What takes the time of a voter or an operator's processor; the other parts change rarely. */
const quick = ['page', 'proxy', 'guards', 'presses', 'growth']
const only = values.only?.split(',') ?? (values.quick === true ? quick : names)
const unknown = only.filter((name) => !names.includes(name))
if (unknown.length > 0) throw new Error(`There is no part "${unknown.join('", "')}". There are ${names.join(', ')}.`)

const file = 'dist/bench/result.json'
const old = existsSync(file) && only !== names ? JSON.parse(readFileSync(file, 'utf8')) : undefined
const header = machine()
console.log(`${headerText(header)}\n${full ? 'The full run' : 'The short run'}: ${only.join(', ')}`)
const known = new Map(old?.parts.filter(({ name }) => !only.includes(name)).map((part) => [part.name, part]))
const inOrder = () => names.flatMap((name) => known.get(name) ?? [])
for (const name of names) {
  if (!only.includes(name)) continue
  const began = performance.now()
  const { at, load } = machine()
  let part
  try {
    const { measure } = await import(new URL(`subjects/${name}.mjs`, import.meta.url))
    part = { name, ...(await measure({ full, log: (line) => console.error(`  ${name}: ${line}`) })) }
  } catch (error) {
    part = { name, title: name, failed: error.message.split('\n')[0] }
    console.error(error)
    process.exitCode = 1
  }
  part.seconds = Math.round((performance.now() - began) / 100) / 10
  Object.assign(part, { at, load, full })
  known.set(name, part)
  console.log(`${partText(part)}\n(${part.seconds} s)`)
  // Kept after each part: a run that is stopped has not been for nothing. A build meanwhile may have emptied the folder.
  mkdirSync('dist/bench', { recursive: true })
  const result = { header, parts: inOrder() }
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
  writeFileSync('dist/bench/index.html', resultPage(result))
}
if (values.write === true) writeTable({ header, parts: inOrder() })
console.log('\nKept as dist/bench/index.html and dist/bench/result.json')
process.exit()
