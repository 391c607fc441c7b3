/** `npm run test:nightly`: what takes too long for every change. */
import { browserTests } from './browser-tests.mjs'
import { chromium } from './chromium.mjs'
import { docs } from './docs.mjs'
import { randomTests } from './faults.mjs'
import { phoneFonts } from './fonts.mjs'
import { installApart, lowestTypescript } from './install.mjs'
import { bin, node, npm } from './program.mjs'
import { Report } from './report.mjs'
import { units } from './test.mjs'

/** Runs another command of the runner as a program of its own. */
const command = (name) => node(['.ci/runner.mjs', name])

/** Tests units and packages with another release of Node. */
async function withNode(release) {
  const program = (...args) => npm(['exec', '--yes', `--package=node@${release}`, '--', 'node', ...args])
  await node(['.ci/tarballs.mjs'])
  await installApart(lowestTypescript)
  await program(bin('vitest'), 'run', '--reporter=./.ci/runner/unit-reporter.mjs')
}

/** The parts by name, each with what it does. */
export const nightlyParts = {
  doors: {
    about: 'each browser test through React and through the script file',
    async run() {
      await phoneFonts()
      await docs()
      await browserTests([], { CHROMIUM: await chromium(), E2E: 'nightly' })
    },
  },
  random: { about: 'all random cases of the unit tests', run: () => units(randomTests, { TEST_ALL: '1' }) },
  node22: { about: 'units and packages with Node 22', run: () => withNode(22) },
  node24: { about: 'units and packages with Node 24', run: () => withNode(24) },
  twice: { about: 'two builds in two places give the same bytes', run: () => node(['.ci/twice.mjs']) },
  spoken: { about: 'each scenario with the screen reader', run: () => command('spoken') },
  hosts: { about: 'each real host', run: () => command('hosts') },
  faults: { about: 'each fault of network, database and process', run: () => command('faults') },
}

/** Runs the named parts, or all of them, each even if an earlier one has failed. */
export async function nightly(named) {
  const report = new Report()
  for (const [name, part] of Object.entries(nightlyParts))
    if (named.length === 0 || named.includes(name)) await report.step(name, () => part.run())
  report.print()
}
