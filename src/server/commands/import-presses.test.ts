/** Presses that a BFF without storage could not deliver are imported from its log: each once, and none that is not ours. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createSeal } from '../crypto/sealed-tokens.ts'
import { type LogLine, onlyAllowed } from '../observability/log.ts'
import { synchronousOutbox } from '../outbox/synchronous-outbox.ts'
import { openStorage } from '../store/open-storage.ts'
import { runCli } from './run-cli.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const secret = 'SECRETCANARY-of-the-api-key'
const env = { DATA_DIR: path.join(folder, 'data'), API_KEY_SECRET: secret }
const seal = createSeal([new TextEncoder().encode(secret)])

async function run(...args: string[]) {
  let out = ''
  const take = (text: string) => {
    out += text
  }
  const end = await runCli(['outbox', ...args], env, { out: take, err: take })
  return { code: end.type === 'over' ? end.code : undefined, out }
}

it('import takes from the log what was lost, sealed, once, and nothing else', async () => {
  const lines: LogLine[] = []
  let isAway = true
  const outbox = synchronousOutbox({
    deliver: async () => (isAway ? { type: 'failed', cause: 'ECONNREFUSED' } : { type: 'delivered', status: 201 }),
    log: onlyAllowed((line) => lines.push(line)),
    runBy: 'host',
    onResult: () => undefined,
    wait: async () => undefined,
  })
  const until = Date.now() + 86_400_000
  const sealed = async (voter: number) => ({
    event: `{"voter":"EVENTCANARY${voter}"}`,
    reference: 'ref',
    press: await seal.seal(`{"voter":"EVENTCANARY${voter}"}`),
    until,
  })
  const [lost, again, later] = await Promise.all([1, 2, 3].map(sealed))
  if (lost === undefined || again === undefined || later === undefined) throw new Error('There are three.')
  for (const report of [lost, again, again, later]) {
    expect(await outbox.accept(report)).toMatchObject({ type: 'unavailable' })
  }
  isAway = false
  expect(await outbox.accept(later)).toEqual({ type: 'accepted' })
  expect(JSON.stringify(lines)).not.toContain('EVENTCANARY')

  const old = await createSeal([new TextEncoder().encode(secret)], () => Date.now() - 2 * 86_400_000).seal('{}')
  const foreign = await createSeal([new TextEncoder().encode('another'.repeat(8))]).seal('{"voter":"forged"}')
  const more = [old, foreign, '{"voter":"forged"}'].map((press) => ({ level: 'error', code: 'report_lost', press }))
  const file = path.join(folder, 'bff.log')
  const text = [...lines, ...more].map((line) => `Nov 03 12:00:00 host bff[7]: ${JSON.stringify(line)}`)
  writeFileSync(file, ['not JSON', ...text, '{"code":"report_lost"}'].join('\n'))

  const storage = await openStorage({ dataDir: env.DATA_DIR }, 'owner')
  const counts = { delivered: 1, expired: 1, invalid: 2 }
  expect(await run('import', file, '--json')).toMatchObject({ code: 0, out: expect.stringContaining('"taken":2') })
  const second = await run('import', file, '--json')
  expect(JSON.parse(second.out)).toEqual({ taken: 0, known: 2, ...counts })
  const rows = (await run('export')).out
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  expect(rows).toMatchObject([
    { event: lost.event, state: 'waiting' },
    { event: again.event, state: 'waiting' },
  ])
  await storage?.store.close()
  expect((await run('import', file)).out).toContain('0 taken; not taken: 2 known already, 1 delivered later')
})

it('import says what it misses', async () => {
  expect((await run('import')).code).toBe(2)
  expect(await run('import', path.join(folder, 'nothing'))).toMatchObject({ code: 2 })
})
