/** A real disk that fills up while voters register: a file system of 40 MiB, a BFF on it, and a file that takes the rest.
 *  Runs where it can be mounted (Linux, root); elsewhere it is skipped, and `store/sqlite.test.ts` fills a database by a limit of SQLite. */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aRequest } from '../contract/testing/samples.ts'
import { type RunningServer, serve } from './serve.ts'
import { answerOf, problemOf, register, reportClick, serverAt, theOptions } from './testing/bff-requests.ts'
import { type FakeService, respond, startFakeService } from './testing/fake-service.ts'

const disk = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-disk-'))
const mounted = mount()
let service: FakeService
let server: RunningServer
let events = 0
let delivering = false

function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', disk], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

beforeAll(async () => {
  service = await startFakeService()
  service.answerWith((response, heard) => {
    const buttons = [{ message_text: 'Go on', primary: true, url: 'https://state.example/', event_tracking: ++events }]
    respond(200, JSON.stringify({ message_markdown: 'x', buttons }))(response, heard)
  })
  service.answerEventsWith((response, heard) =>
    respond(delivering ? 201 : 503, '{}', delivering ? {} : { 'retry-after': '1' })(response, heard),
  )
  const options = { ...theOptions(service.url), dataDir: path.join(disk, 'data'), port: 0 }
  if (mounted) server = await serve(options, { log: () => undefined })
})
afterAll(async () => {
  if (mounted) {
    await server.close()
    // Lazily: SQLite's files are closed only when their statements are garbage-collected.
    execFileSync('umount', ['-l', disk])
  }
  await service.close()
  rmSync(disk, { recursive: true, force: true })
})

const bff = serverAt(() => server.url)

const room = () => {
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}
const ready = async () => {
  const response = await fetch(`${server.url}/readyz`)
  return { status: response.status, says: await response.json() }
}

/** Fills the disk until only `left` bytes are free. */
function fill(left: number): void {
  const file = openSync(path.join(disk, 'other-data'), 'a')
  try {
    for (let size = 2 ** 20; size >= 512; ) {
      if (room() - size < left) {
        size /= 2
        continue
      }
      try {
        writeSync(file, Buffer.alloc(size))
      } catch {
        size /= 2
      }
    }
  } finally {
    closeSync(file)
  }
}
const makeRoom = () => rmSync(path.join(disk, 'other-data'))

it.skipIf(!mounted)(
  'a full disk: the BFF is not ready before it is full, answers 503, never a false 202, and loses nothing',
  async () => {
    const presses: { at: number; text: string | undefined }[] = []
    for (let voter = 0; voter < 40; voter++) {
      const { buttons } = await answerOf(
        await register(bff, { body: { ...aRequest(), email: `v${voter}@example.org` } }),
      )
      presses.push({ at: events, text: buttons[0]?.click_token })
    }
    const kept: number[] = []
    const pressNext = async () => {
      const next = presses.shift()
      if (next === undefined) throw new Error('There are no presses left.')
      const { status } = await reportClick(bff, next.text)
      if (status === 202) kept.push(next.at)
      return status
    }
    await expect.poll(ready).toEqual({ status: 200, says: { status: 'ready' } })

    // Hardly any room: it reports so, and keeps working.
    fill(15 * 2 ** 20)
    await expect.poll(ready).toEqual({ status: 503, says: { status: 'not_ready', not_ready: ['storage'] } })
    expect(await pressNext()).toBe(202)

    // No room at all: what cannot be stored is neither accepted nor sent. SQLite's log still has some room.
    fill(0)
    const heard = service.registrations().length
    let taken = 0
    const registerNow = async () => {
      fill(0)
      const response = await register(bff, { body: { ...aRequest(), email: `full${taken}@example.org` } })
      if (response.status === 200) taken++
      return response.status === 503 ? await problemOf(response) : response.status
    }
    let said = await registerNow()
    while (said === 200) said = await registerNow()
    expect(said).toMatchObject({ code: 'storage_unavailable', outcome: 'not_sent' })
    expect(service.registrations().length - heard).toBe(taken)
    const statuses: number[] = []
    while (!statuses.includes(503)) statuses.push(await pressNext())

    // Room again: it recovers by itself, and delivers every press that got a 202.
    makeRoom()
    delivering = true
    await expect.poll(ready).toEqual({ status: 200, says: { status: 'ready' } })
    expect(await pressNext()).toBe(202)
    expect((await register(bff)).status).toBe(200)
    const delivered = () => new Set(service.events().map(({ body }) => Number(body)))
    await expect.poll(() => kept.filter((event) => !delivered().has(event))).toEqual([])
  },
)
