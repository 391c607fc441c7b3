import { describe, expect, it } from 'vitest'
import { type CacheTimes, createFetchCache } from './fetch-cache.ts'

const ages: CacheTimes = { freshMs: 1_000, maxAgeMs: 10_000, pause: 100 }
const failure = { type: 'failed', why: 'broken' } as const

const start = 1_000_000

/** A source with replies set by a test, and a clock moved by a test. */
function aSource() {
  const source = { now: start, asked: 0, reply: (): unknown => ({ type: 'read', value: `value ${source.asked}` }) }
  const ask = createFetchCache(
    async () => {
      source.asked++
      return (await source.reply()) as { type: 'read'; value: string } | typeof failure
    },
    { now: () => source.now },
    ages,
  )
  return { source, get: () => ask('') }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('createFetchCache', () => {
  it('requests a value once for concurrent readers', async () => {
    const { source, get } = aSource()
    const all = await Promise.all(Array.from({ length: 50 }, () => get()))
    expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(source.asked).toBe(1)
  })

  it('returns the old value after its time, and requests a new one in the background', async () => {
    const { source, get } = aSource()
    await get()
    source.now = start + 999
    expect(await get()).toEqual({ type: 'kept', value: 'value 1', asOf: start, stale: false })
    expect(source.asked).toBe(1)
    source.now = start + 1_000
    expect(await get()).toMatchObject({ value: 'value 1' })
    await settled()
    expect(await get()).toEqual({ type: 'kept', value: 'value 2', asOf: start + 1_000, stale: false })
  })

  it('returns the old value with its date, marked stale, while the service fails', async () => {
    const { source, get } = aSource()
    await get()
    source.reply = () => failure
    source.now = start + 5_000
    await get()
    await settled()
    expect(await get()).toEqual({ type: 'kept', value: 'value 1', asOf: start, stale: true })
    source.reply = () => ({ type: 'read', value: 'new' })
    source.now = start + 5_100
    await get()
    await settled()
    expect(await get()).toEqual({ type: 'kept', value: 'new', asOf: start + 5_100, stale: false })
  })

  it('returns the failure, not a value that is too old', async () => {
    const { source, get } = aSource()
    await get()
    source.reply = () => failure
    source.now = start + 10_000
    expect(await get()).toEqual(failure)
  })

  it('requests a value that failed again after a pause, not sooner', async () => {
    const { source, get } = aSource()
    source.reply = () => failure
    expect(await get()).toEqual(failure)
    source.reply = () => ({ type: 'read', value: 'good' })
    source.now = start + 99
    expect(await get()).toEqual(failure)
    expect(source.asked).toBe(1)
    source.now = start + 100
    expect(await get()).toMatchObject({ type: 'kept', value: 'good' })
  })

  it('requests the value again when the clock has jumped back', async () => {
    const { source, get } = aSource()
    source.now = start + 50_000
    await get()
    source.now = start
    expect(await get()).toMatchObject({ value: 'value 2', asOf: start })
  })
})
