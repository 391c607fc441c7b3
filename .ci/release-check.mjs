/** Refuses a release while a field that only the owner knows is empty, version, change log and tag differ, or another project
 *  owns one of the names. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { nameProblem } from './guard-names.mjs'
import { ownersFields, ownersMark, packageNames } from './packages.mjs'

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim()

const { version, ...root } = JSON.parse(readFileSync('package.json', 'utf8'))
const problems = ownersFields
  .filter((field) => root[field] === undefined)
  .map((field) => `package.json has no ${field}.`)
// Files that mention the placeholder itself are not places to fill in.
const here = git('ls-files', '--', ':!.ci/*.mjs', ':!*.test.ts').split('\n')
for (const file of here) {
  const lines = readFileSync(file, 'utf8').split('\n')
  const open = lines.flatMap((line, at) => (line.includes(ownersMark) ? [`${file}:${at + 1}: ${line.trim()}`] : []))
  problems.push(...open)
}
if (!readFileSync('CHANGELOG.md', 'utf8').includes(`## [${version}]`))
  problems.push(`CHANGELOG.md has no section "## [${version}]".`)
const tag = git('tag', '--points-at', 'HEAD', 'v*')
if (tag !== '' && !tag.split('\n').includes(`v${version}`))
  problems.push(`The tag here is ${tag}, the version in package.json is ${version}.`)
if (git('status', '--porcelain') !== '') problems.push('There are changes that are not committed.')

for (const name of packageNames) problems.push(...[await nameProblem(name, root.repository)].filter(Boolean))

if (problems.length > 0) {
  console.error(`Not ready to be released:\n  ${problems.join('\n  ')}`)
  process.exit(1)
}
console.log(`${version} is ready to be released.`)
