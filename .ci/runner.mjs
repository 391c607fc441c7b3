/** The program behind `npm start`, `npm test` and the other commands of `runner/commands.mjs`. Uses only Node's built-in modules
 *  until the packages are installed. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is needed, this is ${process.versions.node}. See https://nodejs.org/`)
  process.exit(1)
}

// npm does not forward SIGTERM: without this, `kill <npm>` would leave the servers running.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 1000).unref()

// Imported only here: it reads folders relative to the current one, which is set above.
const { commands } = await import('./runner/commands.mjs')
const { build } = await import('./runner/build.mjs')
const { install } = await import('./runner/install.mjs')

const list = (title, words) =>
  words.length === 0 ? [] : [title, ...words.map(([word, meaning]) => `  ${word.padEnd(20)} ${meaning}`)]

/** Returns a command's usage text, under its name in package.json. */
function usageOf(name, { about, words, variables = {} }) {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const [script] = Object.entries(scripts).find(([, line]) => line === `node .ci/runner.mjs ${name}`)
  return [
    `Usage: npm run ${script}${words === undefined ? '' : ' [-- WORD …]'}\n\n${about}`,
    ...list('', Object.entries(words ?? {})),
    ...list('\nEnvironment:', Object.entries(variables)),
  ].join('\n')
}

/** Whether a command takes this argument: `…` among its words stands for any, `--grep=WORD` for each value. */
const takes = ({ words = {} }, arg) =>
  Object.keys(words).some(
    (word) => word === '…' || arg === word || (word.endsWith('=WORD') && arg.startsWith(word.slice(0, -4))),
  )

async function run(name, args) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const strange = args.filter((arg) => !takes(command ?? {}, arg))
  if (command === undefined) {
    console.error(`Usage: node .ci/runner.mjs ${Object.keys(commands).join('|')}; each with --help`)
    process.exitCode = 2
  } else if (args.some((arg) => arg === '--help' || arg === '-h')) {
    console.log(usageOf(name, command))
    await command.help?.()
  } else if (strange.length > 0) {
    console.error(`${strange.join(' ')}: not understood.\n\n${usageOf(name, command)}`)
    process.exitCode = 2
  } else {
    if (command.needs) await install()
    if (command.needs === 'build') await build()
    await command.run(args)
  }
}

const [name, ...args] = process.argv.slice(2)
run(name, args).catch((error) => {
  console.error(`\n${error.message}`)
  process.exitCode = 1
})
