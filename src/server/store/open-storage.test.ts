/** The server with its storage: what it has accepted outlives it. */
import { describe, expect, it } from 'vitest'
import type { LogLine } from '../observability/log.ts'
import { serve } from '../serve.ts'
import { answerOf, problemOf, register, reportClick, serverAt, theOptions } from '../testing/bff-requests.ts'
import { respond } from '../testing/fake-service.ts'
import { startPostgres } from '../testing/postgres.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'
import { temporaryFolders } from '../testing/temporary-folder.ts'
import type { StorageOptions } from './sql-store.ts'

const newFolder = temporaryFolders()
const service = await sharedFakeService()

const start = async (storage: StorageOptions = {}) => {
  const lines: LogLine[] = []
  const options = { ...theOptions(service.url), port: 0, metricsPort: 0, ...storage }
  const server = await serve(options, { log: (line) => lines.push(line) })
  const talk = serverAt(() => server.url)
  return { server, talk, lines }
}

describe('a server with a folder', () => {
  it('delivers after a restart what it had accepted before, and knows a form it had sent', async () => {
    const folder = newFolder()
    const before = await start({ dataDir: folder })
    const key = crypto.randomUUID()
    const answer = await answerOf(await register(before.talk, { key }))
    service.answerEventsWith(respond(503, ''))
    expect((await reportClick(before.talk, answer.buttons[0]?.click_token)).status).toBe(202)
    await before.server.close()
    const sent = service.registrations().length
    service.answerEventsWith(respond(201, '{}'))
    service.heard.length = 0
    const after = await start({ dataDir: folder })
    // Its next attempt is due after up to a second, and the store is polled twice a second.
    const delivered = () => after.lines.some(({ code }) => code === 'report_delivered')
    await expect.poll(delivered).toBe(true)
    expect(service.events().map(({ body }) => JSON.parse(body))).toHaveLength(1)
    const again = await answerOf(await register(after.talk, { key }))
    expect(again.message_markdown).toBe(answer.message_markdown)
    expect([sent, service.registrations().length]).toEqual([1, 0])
    await after.server.close()
  })

  it('that another process uses does not start, and says what to do', async () => {
    const folder = newFolder()
    const { server } = await start({ dataDir: folder })
    await expect(start({ dataDir: folder })).rejects.toThrow('Each process needs its own DATA_DIR')
    await server.close()
    const next = await start({ dataDir: folder })
    await next.server.close()
  })
})

it('a server without its PostgreSQL starts, says so, sends nothing, and works when the database comes', async () => {
  const database = await startPostgres()
  const databaseUrl = await database.newDatabase()
  await database.pause()
  const { server, talk, lines } = await start({ databaseUrl })
  const ready = async () => (await fetch(`${server.url}/readyz`)).status
  const gauges = async () => (await (await fetch(server.metricsUrl ?? '')).text()).match(/^voter\w+_ready \S+$/gm)
  const sent = service.registrations().length
  expect(await ready()).toBe(503)
  expect(await gauges()).toEqual(['voter_registration_ready 0', 'voter_registration_storage_ready 0'])
  const refused = await register(talk)
  expect(refused.status).toBe(503)
  expect(await problemOf(refused)).toMatchObject({ code: 'storage_unavailable', outcome: 'not_sent' })
  expect(service.registrations().length).toBe(sent)
  expect(lines.map(({ code, cause }) => [code, cause])).toContainEqual(['database_unreachable', 'ECONNREFUSED'])
  await database.resume()
  await expect.poll(ready).toBe(200)
  expect(await gauges()).toEqual(['voter_registration_ready 1', 'voter_registration_storage_ready 1'])
  expect((await register(talk)).status).toBe(200)
  await server.close()
  await database.stop()
})

it('a server without a storage says so', async () => {
  const { server, lines } = await start()
  const { message } = lines.find(({ code }) => code === 'storage_in_memory') ?? {}
  expect(message).toContain('Set DATA_DIR or DATABASE_URL to store them.')
  await server.close()
})
