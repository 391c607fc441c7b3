/** `npm run test:hosts`: installs each host of `e2e/hosts`, one at a time, and uses the form there in a browser. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { hasPhp, phpPackages } from '../../e2e/hosts/wordpress/php.mjs'
import { haveChanged } from './changed.mjs'
import { engines } from './engines.mjs'
import { bin, installFromDebian, node } from './program.mjs'
import { Report } from './report.mjs'

const folder = 'e2e/hosts'

/** The hosts that `.ci/run` tests when one of their paths has changed: one without a build, one with a build, one with the BFF in
 *  it, those whose code the documentation shows, and a WordPress. */
const slice = [
  { title: 'Plain HTML', paths: ['src/form/element', 'src/form/widget/styles', 'demo/examples/plain-html'] },
  { title: 'Vite 8 and React 19', paths: ['src/form/react.ts', 'src/form/widget/react', 'demo/examples/vite-react'] },
  { title: 'Next.js', paths: ['src/server/next.ts', 'src/form/hosted.ts', 'src/server/deploy', 'demo/examples/next'] },
  ...['Vue 3', 'Svelte 5', 'Angular 22', 'Astro 7'].map((title) => ({
    title,
    paths: ['src/form/element.ts', '.ci/tag-types.mjs', `demo/examples/${title.split(' ')[0].toLowerCase()}`],
  })),
  { title: 'with SQLite', paths: ['src/wordpress'], isWordPress: true },
]

/** What all of them depend on. */
const ofEach = [
  '.ci/pack.mjs',
  ...['examples.host', 'example-site', 'embed-questions'].map((name) => `${folder}/${name}.ts`),
]

/** Packs the tarballs from which the examples are installed. */
const packTarballs = () => node(['.ci/pack.mjs', '--tarballs'])

/** Runs some of the hosts. @param env variables for Playwright besides the engine */
async function tryHosts(args, env = {}) {
  const { E2E_ENGINE: name = 'chromium' } = process.env
  const { env: browser } = await engines[name]()
  await node([bin('@playwright/test', 'playwright'), 'test', '-c', `${folder}/playwright.config.ts`, ...args], {
    env: { ...browser, ...env },
  })
}

/** Returns the names of all hosts. */
export const hostNames = () =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.host.ts'))
    .map((file) => file.split('.')[0])

export async function hosts(args) {
  const named = args.filter((arg) => !arg.startsWith('--'))
  if (args.includes('--slice')) return runSlice()
  await packTarballs()
  const keeping = args.includes('--write') ? { HOSTS_RESULTS: path.resolve(folder, 'results.json') } : {}
  const grep = args.filter((arg) => arg.startsWith('--grep='))
  try {
    await tryHosts([...named.map((name) => `${name}.host.ts`), ...grep], keeping)
  } finally {
    await node(['.ci/write-docs.mjs'])
  }
}

async function runSlice() {
  const report = new Report()
  await report.step('hosts', () => tryTitles(slice))
  report.print()
}

/** Tests those hosts of the slice that have changed, from the existing build. */
export async function changedHosts(report) {
  const changed = slice.filter(({ paths }) => haveChanged([...ofEach, ...paths]))
  if (changed.length === 0) return console.log('No host is tested: nothing that one depends on has changed.')
  await report.step('hosts', () => tryTitles(changed))
}

/** Tests hosts of the slice from the existing build. Prints a notice where WordPress is not available. */
async function tryTitles(chosen) {
  const isAsked = chosen.some(({ isWordPress }) => isWordPress)
  if (isAsked && !hasPhp()) await installFromDebian(...phpPackages)
  const isLeftOut = isAsked && !hasPhp()
  if (isLeftOut) console.log(`WordPress is left out: its PHP is not installed. It needs ${phpPackages.join(' ')}.`)
  const titles = chosen.filter(({ isWordPress }) => !(isLeftOut && isWordPress)).map(({ title }) => title)
  if (titles.length === 0) return
  await packTarballs()
  await tryHosts([`--grep=${titles.map((title) => title.replaceAll('.', String.raw`\.`)).join('|')}`])
}
