/** Voters of all states, doors and languages register through a BFF whose service fails now and then and which is stopped in
 *  between: what is counted is what happened, to the voter, on SQLite and on PostgreSQL. With `TEST_ALL=1` there are 5,000, and it
 *  is a process of its own that is killed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { bffHeaders, SealedAnswer } from '../../../contract/bff-api.ts'
import { states } from '../../../contract/states.ts'
import { freePort } from '../../../contract/testing/free-port.mjs'
import { aButton, aRequest, aResponse } from '../../../contract/testing/samples.ts'
import { seed } from '../../../contract/testing/seed.ts'
import { sandboxKeyId } from '../../config/check-values.ts'
import { readOptions } from '../../config/environment.ts'
import { readOperatorText } from '../../config/operator-file.ts'
import { serve } from '../../serve.ts'
import { openStorage } from '../../store/open-storage.ts'
import { consentHeader, partnerOrigin, press, register } from '../../testing/bff-requests.ts'
import { getCliArguments } from '../../testing/cli-from-source.ts'
import { respond, startFakeService } from '../../testing/fake-service.ts'
import { sharedPostgres } from '../../testing/shared-postgres.ts'
import { completed, countVoters } from './count-voters.ts'

const isWhole = process.env.TEST_ALL === '1'
const voters = Number(process.env.COUNTED_VOTERS ?? (isWhole ? 5_000 : 100))
const postgres = sharedPostgres()

it.each([
  ['SQLite', (folder: string) => Promise.resolve({ DATA_DIR: folder })],
  ['PostgreSQL', async () => ({ DATABASE_URL: await postgres.newDatabase() })],
])(
  `counts equal the sum of what voters did, on %s`,
  async (name, newStorage) => {
    const random = randomFrom(seed)
    const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-counted-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const location: { DATA_DIR?: string; DATABASE_URL?: string } = await newStorage(path.join(folder, 'data'))
    const service = await startFakeService()
    onTestFinished(() => service.close())
    const two = JSON.stringify(aResponse({ buttons: [aButton(), aButton({ primary: false })] }))
    service.answerWith((response, heard) => {
      const dice = random()
      if (dice < 0.03) response.destroy()
      else if (dice < 0.06) respond(503, '{}')(response, heard)
      else if (dice < 0.1) respond(400, '{"email":["Not this one."]}')(response, heard)
      else respond(200, two)(response, heard)
    })
    const port = await freePort()
    const env = { ...location, UPSTREAM_URL: service.url, PORT: `${port}` }
    const url = `http://127.0.0.1:${port}`
    const start = isWhole ? startProcess : startHere
    let machine = await start(url, env)

    const sums = new Map<string, number>()
    const add = (row: string) => sums.set(row, (sums.get(row) ?? 0) + 1)
    let begun = 0
    let ended = 0
    const consent = await consentHeader(through(url))
    const lane = async () => {
      while (begun < voters) {
        const one = voterOf(begun++, random)
        const told = await untilTold(url, one, consent)
        for (const row of rowsOf(one, told)) add(row)
        ended++
      }
    }
    const lanes = Array.from({ length: 12 }, lane)
    await expect.poll(() => ended > voters / 2, { timeout: 900_000, interval: 20 }).toBe(true)
    await machine.end('SIGKILL')
    machine = await start(url, env)
    await Promise.all(lanes)
    await machine.end('SIGTERM')

    const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = location
    const storage = await openStorage(
      dataDir === undefined ? { databaseUrl: databaseUrl ?? '' } : { dataDir },
      'visitor',
    )
    const counted = new Map<string, number>()
    const outcomes = new Map<string, number>()
    for (const by of dimensions) {
      const week = completed({ by: [by, 'outcome'], zone: 'America/Chicago' }, Date.now())
      const { rows } = await countVoters(storage?.store.receipts ?? never(), week, everything)
      for (const { values, count = 0 } of rows) {
        const [value = '', outcome = ''] = values
        if (value === '(all)' || count === 0) continue
        counted.set(`${by}=${value}`, (counted.get(`${by}=${value}`) ?? 0) + count)
        if (by === 'state') outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count)
      }
    }
    await storage?.store.close()
    console.log(`${name}, seed ${seed}: ${ended} voters, counted ${JSON.stringify(Object.fromEntries(outcomes))}`)
    const byOutcome = [...sums].filter(([row]) => row.startsWith('told='))
    const others = [...sums].filter(([row]) => !row.startsWith('told='))
    expect(counted).toEqual(new Map(others))
    // Of those in flight when it is killed, an answer may not be noted any more: their outcome is "open".
    const open = outcomes.get('open') ?? 0
    const answered = Object.fromEntries(byOutcome)['told=answered'] ?? 0
    expect(open).toBeLessThanOrEqual(isWhole ? 24 : 0)
    expect(answered - (outcomes.get('answered') ?? 0)).toBeGreaterThanOrEqual(0)
    expect(answered - (outcomes.get('answered') ?? 0)).toBeLessThanOrEqual(open)
  },
  1_800_000,
)

const dimensions = ['state', 'door', 'language', 'partner', 'source', 'shift', 'pressed']

const everything: Parameters<typeof countVoters>[2] = (cells) => ({
  cells: cells.map((row) => [...row]),
  rows: cells.map((row) => row.reduce((all, one) => all + one, 0)),
  columns: [],
  total: 0,
})

const never = () => {
  throw new Error('There is a storage.')
}

interface Voter {
  number: number
  key: string
  state: keyof typeof states
  door: string
  language: string
  partner: string
  source: string
  shift: string
  presses: readonly number[]
}

function voterOf(number: number, random: () => number): Voter {
  const one = <T>(of: readonly [T, ...T[]]): T => of[Math.floor(random() * of.length)] ?? of[0]
  return {
    number,
    key: crypto.randomUUID(),
    state: one(['AL', ...(Object.keys(states) as (keyof typeof states)[])]),
    door: one(['react', 'element', 'hosted', '(none)']),
    language: one(['en', 'es', 'ko']),
    partner: '(none)',
    source: one(['Table 1', 'Table 2', 'Türe & Tor', '(none)']).replace('ü', 'u').replace('&', '+'),
    shift: one(['am', 'pm', '(none)']),
    presses: one([[], [0], [1], [0, 1], [1, 1]]),
  }
}

/** Sends a form, as often as needed, until it is known whether it was or may have been sent, and presses buttons. */
async function untilTold(
  url: string,
  voter: Voter,
  consent: Record<string, string>,
): Promise<{ type: string; pressed: string }> {
  const { number, key, state, door, language, partner, source, shift, presses } = voter
  const bff = through(url, partner === '(none)' ? '' : `?partner=${partner}`)
  const body = aRequest({
    title: 'Ms',
    state,
    email: `v${number}@voters.example`,
    phone: `+1617${5_550_000 + number}`,
  })
  const campaign = { ...(source !== '(none)' && { source }), ...(shift !== '(none)' && { shift }) }
  const shown = { language, ...(door !== '(none)' && { door }), path: '/vote' }
  const headers = {
    ...consent,
    [bffHeaders.consentShown]: `${new URLSearchParams(shown)}`,
    [bffHeaders.campaign]: `${new URLSearchParams(campaign)}`,
  }
  for (;;) {
    const response = await register(bff, { body, key, headers }).catch(() => undefined)
    if (response?.status === 200) {
      const { buttons } = SealedAnswer.parse(await response.json())
      for (const index of presses) {
        const text = buttons[index]?.press
        for (let status = 0; status !== 202; )
          status = await press(bff, text).then(
            (one) => one.status,
            () => 0,
          )
      }
      const kinds = new Set(presses.map((index) => (index === 0 ? 'primary' : 'other')))
      return { type: 'answered', pressed: kinds.size === 2 ? 'both' : ([...kinds][0] ?? '(none)') }
    }
    const text = await response?.text()
    // Refused by the service: the voter corrects it, which is another form, so this is the end of this one.
    if (response?.status === 400) return { type: 'refused', pressed: '(none)' }
    if (text?.includes('"may_have_been_sent"') === true) return { type: 'unknown', pressed: '(none)' }
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function rowsOf(voter: Voter, told: { type: string; pressed: string }): string[] {
  const { state, door, language, partner, source, shift } = voter
  const values = { state, door, language, partner, source, shift, pressed: told.pressed, told: told.type }
  return Object.entries(values).map(([name, value]) => `${name}=${value}`)
}

const through = (url: string, query = '') => ({
  fetch: async (request: Request) => {
    const body = request.method === 'POST' ? await request.text() : null
    const { pathname } = new URL(request.url)
    return fetch(url + pathname + query, { method: request.method, headers: request.headers, body })
  },
})

interface Machine {
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

const variables = {
  API_KEY_ID: sandboxKeyId,
  API_KEY_SECRET: 'secret',
  ALLOWED_ORIGINS: partnerOrigin,
  ATTRIBUTION_PARAMS: 'shift',
  RATE_LIMITS: 'off',
}

/** Starts a server in this process, which can only be ended in peace. */
async function startHere(_url: string, env: Record<string, string>): Promise<Machine> {
  const server = await serve(readOptions({ ...variables, ...env }, readOperatorText), { log: () => undefined })
  return { end: () => server.close() }
}

async function startProcess(url: string, env: Record<string, string>): Promise<Machine> {
  const server = spawn(process.execPath, [...getCliArguments('server'), 'bff'], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'error', ...variables, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => server.exitCode !== null,
    )
  await expect.poll(isReady, { timeout: 60_000, interval: 50 }).toBe(true)
  return {
    async end(signal) {
      server.kill(signal)
      await once(server, 'exit')
    },
  }
}

/** Mulberry32. */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
