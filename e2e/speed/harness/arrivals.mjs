/**
 * Voters who arrive at a fixed rate, independent of earlier ones, and behave like the form: they solve a challenge, and
 * come back when nothing was sent. Runs in a separate process; see load.mjs for the cheapest load.
 */
import { pbkdf2 } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Agent } from 'undici'
import { bffHeaders } from 'voter-registration/contract'
import { nextVoter, workOnTasks } from './voters.mjs'

const derive = promisify(pbkdf2)

/** Solves a challenge as in a browser: finds the counter whose key has the required prefix, four at a time. */
async function solve({ parameters, signature }) {
  const { nonce, salt, cost, keyLength, keyPrefix } = parameters
  const tryOne = async (counter) => {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(counter)
    const password = Buffer.concat([Buffer.from(nonce, 'hex'), number])
    return (await derive(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256')).toString('hex')
  }
  for (let first = 0; ; first += 4) {
    const keys = await Promise.all([0, 1, 2, 3].map((more) => tryOne(first + more)))
    const index = keys.findIndex((key) => key.startsWith(keyPrefix))
    if (index < 0) continue
    const solution = { counter: first + index, derivedKey: keys[index] }
    return Buffer.from(JSON.stringify({ challenge: { parameters, signature }, solution })).toString('base64')
  }
}

/** Sends one request; returns what the response means to the form. */
async function send(agent, request) {
  try {
    const { statusCode, headers, body } = await agent.request(request)
    const text = await body.text()
    const { outcome, challenge } = /json/.test(headers['content-type'] ?? '') ? JSON.parse(text) : {}
    const retryMs = Number(headers['retry-after'] ?? 5) * 1000
    return { outcome: statusCode === 200 ? 'answered' : (outcome ?? 'none'), challenge, retryMs }
  } catch {
    return { outcome: 'unknown' }
  }
}

/** Runs one voter, and returns the final outcome. */
async function runVoter(agent, { port, request }, until) {
  const { body, address, idempotencyKey } = nextVoter()
  const headers = { ...request.headers, 'x-forwarded-for': address, [request.key]: idempotencyKey }
  const post = { origin: `http://127.0.0.1:${port}`, path: request.path, method: 'POST', headers, body }
  for (let proofs = 0; ; ) {
    const { outcome, challenge, retryMs } = await send(agent, post)
    if (challenge !== undefined && proofs < 3) {
      proofs++
      headers[bffHeaders.challengeSolution] = await solve(challenge)
    } else if (outcome === 'not_sent' && performance.now() + retryMs < until) await pause(retryMs)
    else return { email: JSON.parse(body).email, outcome, at: performance.now() }
  }
}

/**
 * Makes one run.
 *
 * @param task `port`, `request` (`path`, `headers`, `key`), `rate` and `seconds`; `patience`: for how many seconds after the last
 *   arrival voters come back
 * @returns `voters`: each with e-mail, outcome and the `second` of the end
 */
async function run(task) {
  const { rate, seconds, patience } = task
  const agent = new Agent({ connections: 512, pipelining: 1, headersTimeout: 30_000, keepAliveTimeout: 1_000 })
  const began = performance.now()
  const until = began + (seconds + patience) * 1000
  const all = []
  for (let each = 0; each < rate * seconds; each++) {
    const due = began + (each * 1000) / rate
    if (due > performance.now()) await pause(due - performance.now())
    all.push(runVoter(agent, task, until))
  }
  const voters = await Promise.all(all)
  await agent.close()
  return { voters: voters.map(({ at, ...voter }) => ({ ...voter, second: Math.floor((at - began) / 1000) })) }
}

workOnTasks(run)
