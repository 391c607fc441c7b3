/** The program behind `npm start` and `npm test`. Uses only what Node brings until the packages are installed. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { linkPackages, packageNames } from './packages.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is needed, this is ${process.versions.node}. See https://nodejs.org/`)
  process.exit(1)
}

// npm does not pass SIGTERM on: without this, `kill <npm>` would leave the servers behind.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 1000).unref()

/** Runs a program to its end; passes signals on; fails when it fails. `capture` collects what it prints as well. */
function run(command, args, { env = {}, timeout, capture } = {}) {
  return new Promise((resolve, reject) => {
    const name = [path.basename(command), ...args.map((arg) => path.relative('', arg) || arg)].join(' ')
    console.log(`\n> ${name.replace(/^node node_modules\/(?:\.bin\/)?/, '')}`)
    const child = spawn(command, args, {
      stdio: ['ignore', capture ? 'pipe' : 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      timeout,
    })
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      output += text
      process.stdout.write(text)
    })
    const forward = (signal) => child.kill(signal)
    process.on('SIGINT', forward).on('SIGTERM', forward)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      process.off('SIGINT', forward).off('SIGTERM', forward)
      if (code === 0) resolve(output)
      else reject(Object.assign(new Error(`${name}: ${signal ?? `exit code ${code}`}`), { output }))
    })
  })
}

const node = (args, options) => run(process.execPath, args, options)

/** Where a package's program lies; asks its package.json, so that it also works where there is no `.bin`. */
function bin(name, program = name.replace(/^.*\//, '')) {
  const { bin: programs } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'))
  return path.join('node_modules', name, typeof programs === 'string' ? programs : programs[program])
}

const npm = (args, options) =>
  process.env.npm_execpath
    ? node([process.env.npm_execpath, ...args], options)
    : run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options)

/** Installs the locked packages unless they are there already. */
async function install() {
  const wanted = createHash('sha256')
    .update(readFileSync('package-lock.json'))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
  const stamp = 'node_modules/.installed'
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  await npm(['ci', '--include=dev', '--no-audit', '--no-fund'], { env: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' } })
  writeFileSync(stamp, wanted)
}

/** Installs what the benchmarks compare with, in a folder of its own. */
async function installPeers() {
  const folder = 'e2e/speed/peers'
  const wanted = createHash('sha256')
    .update(readFileSync(`${folder}/package-lock.json`))
    .digest('hex')
  const stamp = `${folder}/node_modules/.installed`
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder])
    writeFileSync(stamp, wanted)
  }
}

/** Runs apt-get, which waits for another one. */
const apt = (...args) =>
  run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-q', ...args], { env: { DEBIAN_FRONTEND: 'noninteractive' } })

/** The time of the latest change below a folder. */
function newest(folder) {
  return Math.max(
    0,
    ...readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(path.join(entry.parentPath ?? entry.path, entry.name)).mtimeMs),
  )
}

/** Builds the packages, the demo's pages and the demo's server into `dist`, unless nothing has changed. */
async function build() {
  const stamp = 'dist/.built'
  const settings = [
    'tsconfig.stand-ins.json',
    'script-files.json',
    'finish-element.mjs',
    'finish-page.mjs',
    'pack.mjs',
    'packages.mjs',
  ].map((file) => `.ci/${file}`)
  const files = ['vite.config.ts', 'package-lock.json', 'package.json', 'tsconfig.json', ...settings]
  const changed = Math.max(
    newest('src'),
    newest('demo'),
    newest('.ci/packages'),
    ...files.map((file) => statSync(file).mtimeMs),
  )
  if (existsSync(stamp) && statSync(stamp).mtimeMs > changed) {
    linkPackages()
    return
  }
  rmSync('dist', { recursive: true, force: true })
  const types = (file) => node([bin('typescript', 'tsc'), '-p', `.ci/${file}`])
  for (const name of packageNames) await types(`packages/${name}/tsconfig.json`)
  // What the script files' sources use of zod must be in what stands in for it there.
  await types('tsconfig.stand-ins.json')
  const scriptFiles = Object.keys(JSON.parse(readFileSync('.ci/script-files.json', 'utf8')))
  const vite = (mode) =>
    node([bin('vite'), 'build', '--mode', mode, '--logLevel', 'warn'], { env: { NODE_ENV: 'production' } })
  for (const mode of ['styles', 'own-root-styles', 'page-styles', 'page']) await vite(mode)
  await node(['.ci/finish-page.mjs'])
  for (const mode of [...scriptFiles, 'demo', 'demo-server']) await vite(mode)
  await node(['.ci/finish-element.mjs'])
  await node(['.ci/pack.mjs'])
  writeFileSync(stamp, '')
}

const firstOf = (paths) => paths.find((file) => file && existsSync(file))

const onPath = (...names) =>
  firstOf(
    (process.env.PATH ?? '').split(path.delimiter).flatMap((folder) => names.map((name) => path.join(folder, name))),
  )

/** A Chromium that somebody has installed, by the places where each system keeps it. */
function installedChromium() {
  if (process.platform === 'darwin') {
    return firstOf([
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ])
  }
  if (process.platform === 'win32') {
    const roots = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].filter(Boolean)
    return firstOf(
      roots.flatMap((root) => [
        `${root}\\Google\\Chrome\\Application\\chrome.exe`,
        `${root}\\Microsoft\\Edge\\Application\\msedge.exe`,
      ]),
    )
  }
  return onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge')
}

/** Finds a Chromium that really starts: one that is installed, else Playwright's own, else the distribution's. */
async function chromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const { chromium: engine } = await import(new URL('../node_modules/playwright-core/index.mjs', import.meta.url).href)
  const starts = async (executablePath) => {
    try {
      const browser = await engine.launch(executablePath ? { executablePath } : {})
      console.log(`Browser: ${executablePath ?? "Playwright's Chromium"} ${browser.version()}`)
      await browser.close()
      return true
    } catch (error) {
      console.log(
        `${executablePath ?? "Playwright's Chromium"} does not start: ${String(error.message).split('\n')[0]}`,
      )
      return false
    }
  }
  const installed = installedChromium()
  if (installed && (await starts(installed))) return installed
  const playwright = bin('playwright')
  if (!existsSync(engine.executablePath())) {
    await node([playwright, 'install', 'chromium'], { timeout: 300_000 }).catch((error) => console.log(error.message))
  }
  if (existsSync(engine.executablePath()) && (await starts())) return ''
  if (process.platform === 'linux' && process.getuid() === 0 && onPath('apt-get')) {
    await apt('update').catch((error) => console.log(error.message))
    await apt('install', '-y', '--no-install-recommends', 'chromium').catch((error) => console.log(error.message))
    const distributed = onPath('chromium', 'chromium-browser')
    if (distributed && (await starts(distributed))) return distributed
  }
  throw new Error(
    'No Chromium starts here. Install Chrome or Chromium, or run "npx playwright install --with-deps chromium", or name one: CHROMIUM=/path/to/chrome npm test',
  )
}

/** How many tests a runner's last summary counts as passed, failed and skipped. */
function tally(output) {
  const plain = stripVTControlCharacters(output)
  const summary = /^\s*Tests\s.*$/m.exec(plain)?.[0] ?? plain.slice(-4000)
  const count = (word) => Number(new RegExp(`(\\d+) ${word}\\b`).exec(summary)?.[1] ?? 0)
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
}

/** Runs every check even after one has failed, and ends with one line that counts them all. */
async function test(everything = false) {
  await install()
  const browser = await chromium()
  const total = { passed: 0, failed: 0, skipped: 0 }
  const failures = []
  const step = async (name, work) => {
    try {
      const output = await work()
      const counts =
        typeof output === 'string' && /\d+ passed/.test(output) ? tally(output) : { passed: 1, failed: 0, skipped: 0 }
      for (const key of Object.keys(total)) total[key] += counts[key]
      return true
    } catch (error) {
      const counts = tally(error.output ?? '')
      total.passed += counts.passed
      total.failed += Math.max(1, counts.failed)
      total.skipped += counts.skipped
      failures.push(`${name}: ${error.message}`)
      return false
    }
  }
  await step('lock file', () => node(['.ci/check-lock.mjs']))
  await step('types', () => node([bin('typescript', 'tsc'), '--noEmit']))
  await step('format and lint', () => node([bin('@biomejs/biome'), 'check']))
  await step('lint with types', () => node([bin('oxlint'), '--type-aware']))
  await step('dead code', () => node([bin('knip')]))
  await step('unit and component tests', () =>
    node([bin('vitest'), 'run'], { capture: true, env: { NODE_ENV: 'test', CHROMIUM: browser } }),
  )
  if (await step('build', () => build())) {
    await step('package', () => node(['.ci/check-package.mjs']))
    await step('bytes', () => node(['.ci/check-bytes.mjs']))
    // Against the script file the widget's suite runs in a part that touches every screen; `npm run test:all` runs it whole.
    await step('whole system in a browser', () =>
      node(
        [bin('@playwright/test', 'playwright'), 'test', '-c', 'e2e/playwright.config.ts', ...process.argv.slice(3)],
        {
          capture: true,
          env: { CHROMIUM: browser, ...(everything && { E2E_EVERYTHING: '1' }) },
        },
      ),
    )
  }
  if (failures.length > 0) console.error(`\nFailed:\n  ${failures.join('\n  ')}`)
  console.log(
    `\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
  )
  if (total.failed > 0) process.exitCode = 1
}

/** Runs one spec against the React door. */
const inBrowser = (spec, env) =>
  node([bin('@playwright/test', 'playwright'), 'test', '-c', 'e2e/playwright.config.ts', spec, '--project=react'], {
    env,
  })

/** The long tests: everything that is random, often; then each fault script. `SEED` repeats a run. */
async function faults() {
  await install()
  await build()
  const seed = process.env.SEED ?? String(Date.now() & 0x7fffffff)
  console.log(`Seed ${seed}: SEED=${seed} npm run test:faults does the same again.`)
  const failures = []
  const step = (name, work) => work().catch((error) => failures.push(`${name}: ${error.message}`))
  const env = {
    SEED: seed,
    NODE_ENV: 'test',
    ABUSE_POSTS: '10000',
    RAW_RUNS: '500',
    FUZZ_RUNS: '10000',
    ...process.env,
  }
  const random = [
    'src/cli/fuzz.test.ts',
    'src/bff/raw-http.test.ts',
    'src/bff/middleware/rate-limit.test.ts',
    'src/contract/text.test.ts',
    'src/widget/screens/answer-markdown.test.tsx',
    'src/element/script/stand-ins/react-markdown.test.tsx',
  ]
  await step('random', () => node([bin('vitest'), 'run', ...random], { env }))
  // Bodies are the cheapest and the most dangerous: ten times as many.
  const bodies = { ...env, FUZZ_RUNS: process.env.FUZZ_RUNS ?? '100000' }
  await step('bodies', () =>
    node([bin('vitest'), 'run', 'src/cli/fuzz.test.ts', '-t', 'bodies|everything'], { env: bodies }),
  )
  for (const script of readdirSync('e2e/faults').filter((file) => file.endsWith('.mjs'))) {
    // The long day takes half an hour and belongs to the bench (--full); here it shows that nothing breaks.
    const more = script === 'soak.mjs' ? ['--seconds', '120'] : []
    await step(script, () => node([`e2e/faults/${script}`, ...more], { env: { SEED: seed } }))
  }
  // Every fault of the network, 50 times each, in a real browser: about 20 minutes.
  const matrix = { CHROMIUM: await chromium(), FAULT_CALLS: process.env.FAULT_CALLS ?? '50' }
  await step('faults of the network', () => inBrowser('e2e/faults.spec.ts', matrix))
  // Three ways of leaving the page, four delays, 42 voters each: about 12 minutes.
  const leaving = { CHROMIUM: matrix.CHROMIUM, NAVIGATIONS: process.env.NAVIGATIONS ?? '42' }
  await step('leaving the page', () => inBrowser('e2e/leaving.spec.ts', leaving))
  console.log(failures.length === 0 ? '\nEverything holds.' : `\nBroken:\n  ${failures.join('\n  ')}`)
  if (failures.length > 0) process.exitCode = 1
}

const commands = {
  async start() {
    await install()
    await build()
    await node(['dist/demo-server/serve.js'])
  },
  test: () => test(),
  'test:all': () => test(true),
  faults,
  async build() {
    await install()
    await build()
  },
  async pack() {
    await install()
    await build()
    await node(['.ci/pack.mjs', '--tarballs'])
  },
  async bench() {
    await install()
    await build()
    await installPeers()
    await node(['.ci/check-bytes.mjs'])
    await node(['e2e/speed/bench.mjs', ...process.argv.slice(3)], { env: { CHROMIUM: await chromium() } })
  },
}

const command = commands[process.argv[2]]
if (command === undefined) {
  console.error(`Usage: node .ci/runner.mjs ${Object.keys(commands).join('|')}`)
  process.exit(2)
}
command().catch((error) => {
  console.error(`\n${error.message}`)
  process.exitCode = 1
})
