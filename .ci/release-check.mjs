/** Refuses a release while a field that only the owner knows is missing, version, change log and tag differ, or another project
 *  owns one of the names. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { nameProblem } from './guard-names.mjs'
import { ownersFields, packageNames } from './packages.mjs'

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim()

const { version, ...root } = JSON.parse(readFileSync('package.json', 'utf8'))
const problems = ownersFields
  .filter((field) => root[field] === undefined)
  .map((field) => `package.json has no "${field}": the owner sets it before a release.`)
const heading = readFileSync('CHANGELOG.md', 'utf8')
  .split('\n')
  .find((line) => line.startsWith(`## [${version}]`))
if (heading === undefined) problems.push(`CHANGELOG.md has no section "## [${version}]".`)
else if (heading.includes('not released yet')) problems.push(`CHANGELOG.md says "${heading}": put the date there.`)
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
