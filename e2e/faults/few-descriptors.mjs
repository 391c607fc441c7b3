/**
 * Leaves a started BFF 20 more file descriptors and sends 120 voters at once, three times: no one may be registered twice or
 * be told falsely that nothing was sent, the process must live, and afterwards everybody gets through. Linux only (`prlimit`).
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createForm, startBff, startCountingService } from './parts/system.mjs'

if (process.platform !== 'linux') {
  console.log('Only Linux can take descriptors away from a process that runs.')
  process.exit()
}

const more = 20
const voters = 120
const rounds = 3
const service = await startCountingService({ delayMs: 50 })
const { registered } = service
const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-descriptors-'))
const bff = await startBff(service.url, { LOG_LEVEL: 'error', DATA_DIR: path.join(folder, 'data') })
const descriptors = readdirSync(`/proc/${bff.pid}/fd`).length + more
execFileSync('prlimit', ['--pid', String(bff.pid), `--nofile=${descriptors}`])
const counts = { answered: 0, unsure: 0, notSent: 0, noAnswer: 0 }
let falselyNotSent = 0

/** Sends one form, again and again with the same key until it is answered. */
async function register(person, tries) {
  const form = createForm(bff, `${person}@voter.example`)
  for (let count = 0; count < tries; count++) {
    try {
      const response = await fetch(`${bff.url}/registrations`, form)
      const body = await response.json()
      if (response.status === 200) {
        counts.answered++
        return true
      }
      if (body.outcome === 'unknown') {
        counts.unsure++
        return false
      }
      counts.notSent++
      if (registered.has(person)) falselyNotSent++
    } catch {
      counts.noAnswer++
    }
    await pause(100)
  }
  return false
}

for (let round = 0; round < rounds; round++) {
  await Promise.all(Array.from({ length: voters }, (_, index) => register(`voter${round}.${index}`, 20)))
}
const late = await register('late', 50)
const isAlive = bff.alive()
const doubled = [...registered.values()].filter((count) => count > 1).length
console.log(
  `${descriptors} descriptors, ${rounds} × ${voters} voters at once: ${JSON.stringify(counts)}; doubled ${doubled}, falsely "not sent" ${falselyNotSent}, the process ${isAlive ? 'lives' : 'has ended'}`,
)
const isWrong = doubled > 0 || falselyNotSent > 0 || !isAlive || !late || counts.answered === 0
if (isWrong) console.error(bff.output())
await bff.kill()
service.close()
rmSync(folder, { recursive: true, force: true })
if (isWrong) process.exitCode = 1
