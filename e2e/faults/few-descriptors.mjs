/**
 * Leaves a started BFF 20 more file descriptors and sends 120 voters at once, three times: no one may be registered twice or
 * be told falsely that nothing was sent, the process must live, and afterwards everybody gets through. Linux only (`prlimit`).
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../src/contract/testing/free-port.mjs'
import { registrationRequest } from './parts/registration.mjs'

if (process.platform !== 'linux') {
  console.log('Only Linux can take descriptors away from a process that runs.')
  process.exit()
}

const origin = 'https://partner.example'
const cli = path.resolve(import.meta.dirname, '../../node_modules/voter-registration-server/dist/server/cli.js')
const more = 20
const voters = 120
const rounds = 3

/** How often the service has registered each email address. */
const registered = new Map()
const service = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk)).on('error', () => undefined)
  request.on('end', () => {
    const { email } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    registered.set(email, (registered.get(email) ?? 0) + 1)
    const answer = JSON.stringify({ message_markdown: 'x', buttons: [] })
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(answer), 50)
  })
})
await new Promise((resolve) => {
  service.listen(0, '127.0.0.1', resolve)
})

const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-descriptors-'))
const port = await freePort()
let said = ''
const bff = spawn(process.execPath, [cli, 'bff'], {
  env: {
    PATH: process.env.PATH,
    UPSTREAM_URL: `http://127.0.0.1:${service.address().port}`,
    API_KEY_ID: '00000000-0000-4000-8000-000000000001',
    API_KEY_SECRET: 'secret',
    ALLOWED_ORIGINS: origin,
    PORT: String(port),
    LOG_LEVEL: 'error',
    DATA_DIR: path.join(folder, 'data'),
  },
  stdio: ['ignore', 'pipe', 'pipe'],
})
for (const stream of [bff.stdout, bff.stderr]) {
  stream.on('data', (text) => {
    said = (said + text).slice(-2_000)
  })
}

/** Asks until there is an answer. */
async function settings() {
  for (;;) {
    if (bff.exitCode !== null) throw new Error(`The BFF has ended:\n${said}`)
    try {
      return await (await fetch(`http://127.0.0.1:${port}/settings`, { headers: { origin } })).json()
    } catch {
      await pause(50)
    }
  }
}

const { wording } = await settings()
const descriptors = readdirSync(`/proc/${bff.pid}/fd`).length + more
execFileSync('prlimit', ['--pid', String(bff.pid), `--nofile=${descriptors}`])
const counts = { answered: 0, unsure: 0, notSent: 0, noAnswer: 0 }
let falselyNotSent = 0

/** Sends one form, again and again with the same key until it is answered. */
async function voter(email, tries) {
  const form = registrationRequest(email, { origin, consentVersion: wording.en.version })
  for (let count = 0; count < tries; count++) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/registrations`, form)
      const body = await response.json()
      if (response.status === 200) {
        counts.answered++
        return true
      }
      if (body.outcome === 'may_have_been_sent') {
        counts.unsure++
        return false
      }
      counts.notSent++
      if (registered.has(email)) falselyNotSent++
    } catch {
      counts.noAnswer++
    }
    await pause(100)
  }
  return false
}

for (let round = 0; round < rounds; round++) {
  await Promise.all(Array.from({ length: voters }, (_, index) => voter(`voter${round}.${index}@voter.example`, 20)))
}
await settings()
const late = await voter('late@voter.example', 50)
const isAlive = bff.exitCode === null && bff.signalCode === null
const doubled = [...registered.values()].filter((count) => count > 1).length
console.log(
  `${descriptors} descriptors, ${rounds} × ${voters} voters at once: ${JSON.stringify(counts)}; doubled ${doubled}, falsely "not sent" ${falselyNotSent}, the process ${isAlive ? 'lives' : 'has ended'}`,
)
const isWrong = doubled > 0 || falselyNotSent > 0 || !isAlive || !late || counts.answered === 0
if (isWrong) console.error(said)
bff.kill('SIGKILL')
service.closeAllConnections()
service.close()
rmSync(folder, { recursive: true, force: true })
if (isWrong) process.exitCode = 1
