/** What the files of a folder hold, read as a backup reads them: bytes, not rows. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { aRequest } from '../../contract/testing/samples.ts'
import { serve } from '../serve.ts'
import { openSqlite } from '../storage/sqlite.ts'
import { answerOf, register, serverAt, theOptions } from '../testing/bff-requests.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'
import { temporaryFolders } from '../testing/temporary-folder.ts'
import { bffSchema } from './schema.ts'

const newFolder = temporaryFolders()
const service = await sharedFakeService()

const minutes = 60_000
let dataDir: string
let time: number
beforeEach(() => {
  dataDir = newFolder()
  time = Date.now()
})

async function start() {
  const options = { ...theOptions(service.url), encryptionKey: 'ab'.repeat(32), dataDir, port: 0 }
  const server = await serve(options, { log: () => undefined, clock: { now: () => time } })
  return { ...serverAt(() => server.url), close: () => server.close() }
}

/** Returns the sealed answers, as a program beside the server reads them. */
async function sealedAnswers(): Promise<string[]> {
  const visitor = await openSqlite(dataDir, 'visitor', { schema: bffSchema })
  const rows = await visitor.query('SELECT outcome FROM bff_form WHERE outcome IS NOT NULL')
  await visitor.close()
  return rows.map(({ outcome }) => String(outcome))
}

/** Returns how many pieces of these texts are anywhere in the files. */
function found(texts: readonly string[]): number {
  const files = readdirSync(dataDir)
    .map((file) => readFileSync(path.join(dataDir, file), 'latin1'))
    .join('\n')
  const pieces = texts.flatMap((text) => text.match(/.{40}/g) ?? [])
  return pieces.filter((piece) => files.includes(piece)).length
}

/** Registers voters, and returns their keys once the answers are in the files. */
async function registerMany(bff: Awaited<ReturnType<typeof start>>, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => crypto.randomUUID())
  for (const key of keys) expect((await register(bff, { key, body: aRequest() })).status).toBe(200)
  await expect.poll(async () => (await sealedAnswers()).length).toBe(count)
  return keys
}

describe('an answer that is stored for 15 minutes', () => {
  it('is found after a restart, and is in no file of a running server afterwards', async () => {
    const before = await start()
    const keys = await registerMany(before, 20)
    const sealed = await sealedAnswers()
    expect(found(sealed)).toBeGreaterThan(20)
    await before.close()

    time += 14 * minutes
    const after = await start()
    expect((await answerOf(await register(after, { key: keys[0] ?? '', body: aRequest() }))).buttons).not.toEqual([])
    expect(service.registrations()).toHaveLength(20)
    expect(found(sealed)).toBeGreaterThan(20)

    time += 1 * minutes
    await expect.poll(() => found(sealed), { timeout: 30_000, interval: 200 }).toBe(0)
    await after.close()
    expect(found(sealed)).toBe(0)
  }, 60_000)

  it('is in no file of a server that starts later, before it serves anything', async () => {
    const before = await start()
    await registerMany(before, 3)
    const sealed = await sealedAnswers()
    await before.close()
    // What privacy.md says: a stopped server still holds them, sealed.
    expect(found(sealed)).toBeGreaterThan(3)
    time += 15 * minutes
    const after = await start()
    expect(found(sealed)).toBe(0)
    await after.close()
  })
})
