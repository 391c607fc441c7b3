/** `npm run test:hosts`: installs each host of `e2e/hosts`, one at a time, and uses the form there in a browser. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { hasPhp, phpPackages } from '../../e2e/hosts/wordpress/php.mjs'
import { engines } from './engines.mjs'
import { bin, installFromDebian, node } from './program.mjs'
import { Report } from './report.mjs'

const folder = 'e2e/hosts'

/** The hosts that `.ci/run` tests: one without a build, those whose code the documentation shows, and a WordPress. */
const slice = ['Plain HTML', 'Vite 8 and React 19', 'Next.js', 'Vue 3', 'Svelte 5', 'Angular 22', 'Astro 7']
const wordPress = 'with SQLite'

/** Packs the tarballs from which the examples are installed. */
const packTarballs = () => node(['.ci/tarballs.mjs'])

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
  await hostSlice(report)
  report.print()
}

/** Tests the hosts of the slice from the existing build. */
export const hostSlice = (report) => report.step('hosts', trySlice)

/** Prints a notice where WordPress is not available. */
async function trySlice() {
  if (!hasPhp()) await installFromDebian(...phpPackages)
  if (!hasPhp()) console.log(`WordPress is left out: its PHP is not installed. It needs ${phpPackages.join(' ')}.`)
  const titles = hasPhp() ? [...slice, wordPress] : slice
  await packTarballs()
  await tryHosts([`--grep=${titles.map((title) => title.replaceAll('.', String.raw`\.`)).join('|')}`])
}
