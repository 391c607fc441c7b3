/** The program behind `npm start`, `npm test` and the other commands; each has a file in `runner/`. Uses only what Node
 *  brings until the packages are installed. */
import { fileURLToPath } from 'node:url'
import { build } from './runner/build.mjs'
import { chromium } from './runner/chromium.mjs'
import { testEngines } from './runner/engines.mjs'
import { faults } from './runner/faults.mjs'
import { hosts } from './runner/hosts.mjs'
import { install, installPeers } from './runner/install.mjs'
import { node } from './runner/program.mjs'
import { check, test, testAll } from './runner/test.mjs'

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

const commands = {
  async start() {
    await install()
    await build('quick')
    await node(['dist/demo-server/serve.js'])
  },
  check,
  test,
  'test:all': testAll,
  'test:engines': testEngines,
  faults,
  hosts,
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
    if (process.argv.includes('--help')) {
      await node(['e2e/speed/bench.mjs', '--help'])
      return
    }
    await build()
    await installPeers()
    // A budget that is exceeded is a row of the result, not the end of the run.
    await node(['.ci/check-bytes.mjs']).catch((error) => console.error(error.message))
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
