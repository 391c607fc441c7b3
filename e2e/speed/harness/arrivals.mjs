/**
 * Voters who arrive at a fixed rate, independent of earlier ones, and behave like the form: they solve a challenge, and
 * retry when nothing was sent. Runs in a separate process; see load.mjs for the cheapest load.
 */
import { pbkdf2 } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Agent } from 'undici'
import { bffHeaders } from 'voter-registration/contract'
import { quantile } from './statistics.mjs'
import { workOnTasks } from './task-worker.mjs'
import { nextVoter } from './voters.mjs'

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

const random = () => Math.floor(Math.random() * 65_536).toString(16)

/** The IP address of a voter. */
const addresses = {
  own: (voter) => voter.address,
  /** Another /64 of one /48 each time. */
  network: () => `2001:db8:1:${random()}::${random()}`,
  one: () => '203.0.113.7',
}

/** Sends one request; returns what the response means to the form. */
async function ask(agent, { origin, path, method, headers, body }) {
  const began = performance.now()
  try {
    const reply = await agent.request({ origin, path, method, headers, body })
    const text = await reply.body.text()
    const said = /json/.test(reply.headers['content-type'] ?? '') ? JSON.parse(text) : {}
    const { statusCode: status } = reply
    const retryAfter = Number(reply.headers['retry-after'] ?? 5)
    return { status, said, retryAfter, ms: performance.now() - began }
  } catch {
    return { status: 0, said: { outcome: 'may_have_been_sent' }, retryAfter: 0, ms: performance.now() - began }
  }
}

/** Runs one voter: returns the final outcome, the number of responses and the time. */
async function come(agent, task, until) {
  const { port, request, from = 'own', solves = false, returns = false, method = 'POST' } = task
  const voter = nextVoter()
  const address = addresses[from](voter)
  const headers = { ...request.headers, 'x-forwarded-for': address }
  if (method === 'POST' && request.key) headers[request.key] = voter.idempotencyKey
  const one = {
    origin: `http://127.0.0.1:${port}`,
    path: request.path,
    method,
    headers,
    ...(method === 'POST' && { body: request.body ?? voter.body }),
  }
  const { email } = JSON.parse(voter.body)
  const began = performance.now()
  for (let proofs = 0; ; ) {
    const answer = await ask(agent, one)
    const outcome = answer.status === 200 ? 'answered' : (answer.said.outcome ?? 'none')
    if (solves && answer.said.challenge !== undefined && proofs < 3) {
      proofs++
      headers[bffHeaders.challengeSolution] = await solve(answer.said.challenge)
      continue
    }
    const back = performance.now() + answer.retryAfter * 1000
    if (returns && outcome === 'not_sent' && back < until) {
      await pause(answer.retryAfter * 1000)
      continue
    }
    return { email, outcome, status: answer.status, ms: answer.ms, proofs, at: performance.now(), began }
  }
}

/**
 * Makes one run.
 *
 * @param task `port`, `request` (`path`, `headers`, `key`, `body`), `method`, `rate` and `seconds`; `from`: `own`, `network` or `one` address;
 *   whether a voter `solves` and `returns`; `patience`: for how many seconds after the last arrival voters come back
 * @returns `voters` (each: e-mail, outcome, status, `ms` of the last answer, `second` of the end), `statuses`, `p50` and `p99`
 *   of the answered in ms, the number of solved `proofs`, and the seconds that all of it `took`
 */
async function run(task) {
  const { rate, seconds, patience = 0 } = task
  const agent = new Agent({ connections: 512, pipelining: 1, headersTimeout: 30_000, keepAliveTimeout: 1_000 })
  const began = performance.now()
  const until = began + (seconds + patience) * 1000
  const all = []
  for (let each = 0; each < rate * seconds; each++) {
    const due = began + (each * 1000) / rate
    if (due > performance.now()) await pause(due - performance.now())
    all.push(come(agent, task, until))
  }
  const ended = await Promise.all(all)
  const took = (performance.now() - began) / 1000
  await agent.close()
  const times = ended.flatMap(({ outcome, ms }) => (outcome === 'answered' ? [ms] : []))
  const statuses = {}
  for (const { status } of ended) statuses[status] = (statuses[status] ?? 0) + 1
  return {
    voters: ended.map(({ email, outcome, status, ms, at }) => {
      return { email, outcome, status, ms, second: Math.floor((at - began) / 1000) }
    }),
    statuses,
    took,
    answered: times.length,
    proofs: ended.reduce((sum, each) => sum + each.proofs, 0),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  }
}

workOnTasks(run)
