/** The runner's commands: what each does, what it takes, and its work. */
import { browserTests as playwright } from './browser-tests.mjs'
import { build } from './build.mjs'
import { chromium } from './chromium.mjs'
import { docs } from './docs.mjs'
import { engines, testEngines } from './engines.mjs'
import { faults } from './faults.mjs'
import { hostNames, hosts } from './hosts.mjs'
import { installApart } from './install.mjs'
import { nightly, nightlyParts } from './nightly.mjs'
import { bin, node } from './program.mjs'
import { spoken } from './spoken.mjs'
import { check, test, testCi } from './test.mjs'

const browserTests = {
  words: { '…': 'for Playwright, for example consent.spec.ts, --project=react or -g WORD' },
  variables: { CHROMIUM: "the browser's file; without it an installed one, else Playwright's" },
}

/**
 * The commands by name. `about` is what a command does. `words` are its arguments, each with its meaning; `…` is any.
 * `variables` are environment variables. `help` prints more than these. `needs` is what is made ready before `run`, which gets
 * the arguments: the installed packages, or a build with them.
 */
export const commands = {
  docs: {
    about: 'Builds the documentation as a static site into .vitepress/dist, for any host.',
    variables: { DOCS_URL: 'its address, for links and the sitemap [http://localhost:4173/docs/]' },
    needs: 'packages',
    run: docs,
  },
  check: { about: 'The inner loop: types, lint and the tests of what has changed.', run: check },
  test: { about: 'Types, lint, units, build, package checks and a real browser.', ...browserTests, run: test },
  'test:ci': {
    about: 'What .ci/run runs: npm test, the browser tests through the script file, and a slice of them through React.',
    words: { '--rest': 'without npm test' },
    variables: {
      CI_BASE: 'a commit: the screen reader is tested if the form has changed since then [HEAD~20]',
      CHROMIUM: browserTests.variables.CHROMIUM,
    },
    run: testCi,
  },
  'test:nightly': {
    about: 'What takes too long for every change.',
    words: Object.fromEntries(Object.entries(nightlyParts).map(([name, { about }]) => [name, about])),
    variables: { CHROMIUM: browserTests.variables.CHROMIUM },
    needs: 'build',
    run: nightly,
  },
  'test:engines': {
    about: 'The main path in each engine; writes docs/browser-support.md from what it has seen.',
    words: Object.fromEntries(Object.keys(engines).map((name) => [name, 'this engine only'])),
    variables: { DOORS: 'the doors, as in react,script' },
    needs: 'build',
    run: testEngines,
  },
  faults: {
    about: 'Everything that is random, often, and every fault of network, database and process.',
    variables: { SEED: 'a number: does the same again' },
    needs: 'build',
    run: faults,
  },
  hosts: {
    about: 'Installs real hosts one at a time (on Debian, as root) and uses the form there.',
    words: {
      ...Object.fromEntries(hostNames().map((name) => [name, 'this host only'])),
      '--grep=WORD': 'only the tests whose titles have that word',
      '--slice': 'the eight hosts that .ci/run tests',
      '--write': 'writes the results into docs/evidence/hosts.md',
    },
    variables: { E2E_ENGINE: `${Object.keys(engines).join(' or ')} [chromium]` },
    needs: 'build',
    run: hosts,
  },
  spoken: {
    about: 'Hears the form with Orca and Firefox (on Debian, installed as root) and compares it with e2e/spoken.',
    words: { '--slice': 'the three ways that .ci/run tests when the form has changed' },
    variables: {
      SPOKEN_CHROMIUM: '1 hears Chromium too',
      UPDATE_SPOKEN: '1 writes the transcripts anew',
    },
    needs: 'build',
    run: spoken,
  },
  build: { about: 'Builds everything into dist.', needs: 'packages', run: build },
  pack: {
    about: 'Builds, and writes the tarball of each package and the zip of the WordPress plugin into dist.',
    needs: 'build',
    run: () => node(['.ci/tarballs.mjs']),
  },
  picture: {
    about: "Takes the README's picture anew, light and dark, and records what it shows.",
    variables: browserTests.variables,
    needs: 'build',
    run: async () =>
      playwright(['picture.spec.ts', '--project=react'], { CHROMIUM: await chromium(), UPDATE_PICTURE: '1' }),
  },
  bench: {
    about: 'Measures form, BFF and storage.',
    words: { '…': 'for the program below' },
    help: () => node(['e2e/speed/bench.mjs', '--help']),
    needs: 'build',
    async run(args) {
      await installApart('e2e/speed/peers')
      // An exceeded budget is a row of the result and does not end the run.
      await node([bin('size-limit')]).catch((error) => console.error(error.message))
      await node(['e2e/speed/bench.mjs', ...args], { env: { CHROMIUM: await chromium() } })
    },
  },
}
