/** Fails when a regular expression of `src` may take more time than in proportion to its text, whatever a visitor, an operator or a
 *  monitored site sends: `npm run test:patterns`, by recheck in pure JavaScript. New patterns are found by themselves. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { runnerImport } from 'vite'
import { regexes } from 'zod/mini'

process.env.RECHECK_BACKEND = 'pure'
const { checkSync } = await import('recheck')

/** The file that builds a pattern out of words while it loads. */
const builder = 'src/contract/civic-data/deadline.ts'

/** Patterns that recheck cannot decide or judges wrongly, by their beginning, with the reason why each is linear. */
const exceptions = {
  '/\\w[\\W_]{1,2}at[\\W_]': 'no repetition is longer than 62 characters',
  '/(?:this|the) domain ': 'after a fixed word at most 80 characters repeat',
  '/\\b(?:(?:down|closed|': 'at most four words follow a fixed word; what repeats without limit begins with the text',
}

/** Steps limit the search, not time, which would make recheck call linear patterns vulnerable on a busy machine. Texts and steps are a
 *  tenth of its defaults, which tells the same patterns apart ten times as fast. */
const limits = {
  randomSeed: 1,
  maxAttackStringSize: 30_000,
  attackLimit: 150_000_000,
  timeout: null,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
}

const patterns = new Map()
const add = (file, { source, flags }) => patterns.set(`/${source}/${flags}`, { file, source, flags })
const builders = new Set()

function visit(file, node) {
  if (node === null || typeof node !== 'object') return
  if (node.regex) add(file, { source: node.regex.pattern, flags: node.regex.flags })
  if (node.callee?.name === 'RegExp') builders.add(file)
  if (node.object?.name === 'regexes') add(file, regexes[node.property.name])
  for (const child of Object.values(node)) visit(file, child)
}

const isShipped = (file) => /\.tsx?$/.test(file) && !/\.(test|examples)\.|\/(testing|dist|node_modules)\//.test(file)
const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.replaceAll(path.sep, '/')}`)
  .filter(isShipped)
for (const file of files) visit(file, parseSync(file, readFileSync(file, 'utf8')).program)
const { module } = await runnerImport(`./${builder}`, { configFile: false, logLevel: 'error' })
add(builder, module.deadlinePattern)

const problems = [...builders]
  .filter((file) => file !== builder)
  .map((file) => `${file} builds a pattern when a text arrives, which is not checked: write it as a literal.`)
for (const [pattern, { file, source, flags }] of patterns) {
  if (Object.keys(exceptions).some((beginning) => pattern.startsWith(beginning))) continue
  const { status, complexity, attack } = checkSync(source, flags, limits)
  if (status === 'vulnerable') problems.push(`${file}: ${pattern} is ${complexity.summary}: ${attack.pattern}`)
  if (status === 'unknown') problems.push(`${file}: ${pattern} is not decided: rewrite it, or make it an exception.`)
}
for (const beginning of Object.keys(exceptions))
  if (![...patterns.keys()].some((pattern) => pattern.startsWith(beginning)))
    console.log(`The exception ${beginning} is not needed any more.`)
console.log(`${patterns.size} patterns in ${files.length} files`)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
